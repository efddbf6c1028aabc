import type { QueuedPrompt } from '../../core/state/events.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, type Span, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { type KeyLabels, keyHint } from '../keys/hints-row.ts';
import { windowAround } from '../draw/window-around.ts';

export interface QueueView {
  queue: readonly QueuedPrompt[];
  /** It waits for the user, not for the turn. */
  isHeld: boolean;
  /** The id of the prompt that is marked; null while none is. */
  mark: string | null;
  keymap: KeyLabels;
}

/** Prompts that wait, the next one first, in at most `height` rows, and what can be done with them. */
export function queueRows(
  { queue, isHeld, mark, keymap }: QueueView,
  columns: number,
  height: number,
): Row[] {
  if (queue.length === 0 || height < 1) return [];
  const marked = queue.findIndex(({ id }) => id === mark);
  const hint = hintOf(keymap, isHeld, marked >= 0);
  const free = height - (hint === null || height < 2 ? 0 : 1);
  const isWhole = queue.length <= free;
  const room = isWhole || free < 2 ? free : free - 1;
  const shown = windowAround(queue, Math.max(0, marked), room);
  const rows = shown.map((prompt) => promptRow(prompt, isHeld, prompt.id === mark, columns));
  const left = queue.length - shown.length;
  if (left > 0 && free >= 2) rows.push(fitRow([span(`${GLYPHS.more} ${left} more queued`, 'dim')], columns));
  return hint === null || height < 2 ? rows : [...rows, fitRow([span(hint, 'dim')], columns)];
}

function promptRow({ text }: QueuedPrompt, isHeld: boolean, isMarked: boolean, columns: number): Row {
  const [first = '', ...others] = text.trim().split('\n');
  const more: Span[] =
    others.length === 0
      ? []
      : [span(`  +${others.length === 1 ? '1 line' : `${others.length} lines`}`, 'dim')];
  const state = span(isHeld ? '  held' : '  queued', 'dim', 'emphasis');
  if (isMarked)
    return fitRow([span(`${GLYPHS.active} `, 'accent'), span(first, 'strong'), ...more, state], columns);
  return fitRow([span(`${GLYPHS.prompt} `, 'dim'), span(first, 'dim'), ...more, state], columns);
}

function hintOf(keymap: KeyLabels, isHeld: boolean, isMarked: boolean): string | null {
  if (!isMarked && !isHeld) return null;
  const hints = isMarked
    ? [
        keyHint(keymap, 'queue.edit', 'edits'),
        keyHint(keymap, 'queue.remove', 'removes'),
        keyHint(keymap, 'queue.leave', 'leaves it'),
      ]
    : [keyHint(keymap, 'send', 'goes on with what is held'), keyHint(keymap, 'up', 'takes the last back')];
  return hints.flat().join(' · ');
}
