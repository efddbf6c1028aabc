import { cleanText } from '../../core/text/clean-text.ts';
import { indentLines, type Line, textLines } from '../draw/line.ts';
import { formatDuration } from '../draw/quantities.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import type { Block } from './block.ts';

const REASONS: Readonly<Record<string, string>> = {
  max_tokens: 'The answer reached the model’s length limit.',
  max_turn_requests: 'The agent reached its limit of requests for one turn.',
  refusal: 'The agent refused to go on.',
};

/**
 * How a turn ended, where that has to be said: nothing for an answer that simply came to its end, nor for one that has
 * itself told of the tool that failed.
 */
export function turnEndLines({
  stopReason,
  durationMs,
  error,
}: Extract<Block, { kind: 'turn_end' }>): Line[] {
  if (error !== undefined && error.code !== 'tool_failed') {
    const hint = error.hint === undefined ? [] : textLines(cleanText(error.hint), 'dim');
    return indentLines(
      [...textLines(cleanText(error.message), 'bad'), ...hint],
      [span(`${GLYPHS.failed} `, 'bad')],
    );
  }
  if (stopReason === 'end_turn') return [];
  if (stopReason === 'cancelled') return mark(`Interrupted after ${formatDuration(durationMs)}.`);
  return mark(REASONS[stopReason] ?? `The turn ended: ${stopReason}.`);
}

function mark(text: string): Line[] {
  return indentLines(textLines(cleanText(text), 'warning'), [span(`${GLYPHS.warning} `, 'warning')]);
}
