import type { QueuedPrompt } from '../../core/state/events.ts';
import { countOf } from '../../core/text/quantities.ts';
import { Fit, TextRow } from '../draw/rows.tsx';
import { listWindow } from '../draw/scrolled-rows.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { type KeyLabels, keyHint } from '../keys/hints-row.ts';
import { useKeys } from '../keys/keys-context.ts';

const MAX_ROWS = 4;

interface QueueProps {
  queue: readonly QueuedPrompt[];
  /** It waits for the user, not for the turn. */
  isHeld: boolean;
  /** The id of the prompt that is marked; null while none is. */
  mark: string | null;
}

/** Prompts that wait, the next one first, and what can be done with them. */
export function Queue({ queue, isHeld, mark }: QueueProps) {
  const marked = queue.findIndex(({ id }) => id === mark);
  const hint = hintOf(useKeys(), isHeld, marked >= 0);
  if (queue.length === 0) return null;
  return (
    <Fit height={Math.min(queue.length + (hint === null ? 0 : 1), MAX_ROWS)}>
      {(height) => {
        const hasHint = hint !== null && height > 1;
        const { shown, left } = listWindow(queue, Math.max(0, marked), hasHint ? height - 1 : height);
        return (
          <>
            {shown.map((prompt) => (
              <TextRow key={prompt.id} spans={promptSpans(prompt, isHeld, prompt.id === mark)} />
            ))}
            {left > 0 && <TextRow spans={[span(`${GLYPHS.more} ${left} more queued`, 'dim')]} />}
            {hasHint && <TextRow spans={[span(hint, 'dim')]} />}
          </>
        );
      }}
    </Fit>
  );
}

function promptSpans({ text }: QueuedPrompt, isHeld: boolean, isMarked: boolean): Row {
  const [first = '', ...others] = text.trim().split('\n');
  const lines = countOf(others.length, 'line');
  const more = others.length === 0 ? [] : [span(`  +${lines}`, 'dim')];
  const state = span(isHeld ? '  paused' : '  queued', 'dim', 'emphasis');
  return isMarked
    ? [span(`${GLYPHS.active} `, 'accent'), span(first, 'strong'), ...more, state]
    : [span(`${GLYPHS.prompt} `, 'dim'), span(first, 'dim'), ...more, state];
}

function hintOf(keymap: KeyLabels, isHeld: boolean, isMarked: boolean): string | null {
  if (!isMarked && !isHeld) return null;
  const hints = isMarked
    ? [
        keyHint(keymap, 'queue.edit', 'to edit'),
        keyHint(keymap, 'queue.remove', 'to remove'),
        keyHint(keymap, 'queue.leave', 'to cancel'),
      ]
    : [keyHint(keymap, 'send', 'to send the queued prompts'), keyHint(keymap, 'up', 'to edit the last one')];
  return hints.flat().join(' · ');
}
