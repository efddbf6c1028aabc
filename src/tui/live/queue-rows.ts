import type { QueuedPrompt } from '../../core/events.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../theme.ts';

/** Prompts that wait for the running turn, the next one first, in at most `height` rows. */
export function queueRows(queue: readonly QueuedPrompt[], columns: number, height: number): Row[] {
  if (queue.length === 0 || height < 1) return [];
  const shown = queue.length <= height ? queue : queue.slice(0, height - 1);
  const rows = shown.map(({ text }) =>
    fitRow(
      [span(`${GLYPHS.prompt} `, 'dim'), span(text, 'dim'), span('  queued', 'dim', 'emphasis')],
      columns,
    ),
  );
  if (shown.length === queue.length) return rows;
  return [
    ...rows,
    fitRow([span(`${GLYPHS.more} ${queue.length - shown.length} more queued`, 'dim')], columns),
  ];
}
