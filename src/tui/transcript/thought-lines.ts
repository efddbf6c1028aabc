import { cleanText } from '../../core/text/clean-text.ts';
import { indentLines, type Line, line, wrapLines } from '../draw/line.ts';
import { formatDuration } from '../draw/quantities.ts';
import { restyle, rowText, span } from '../draw/span.ts';
import { markdownLines } from './markdown/markdown-lines.ts';
import { GLYPHS } from '../draw/theme.ts';
import { keyHint } from '../keys/hints-row.ts';
import type { ThoughtBlock } from './block.ts';
import type { BlockView } from './block-view.ts';

/** Of a thought that goes on. */
const LIVE_ROWS = 4;
/** What can stand in so many rows, at most. */
const LIVE_CHARS = 2000;
/** A thought that is no longer than this is not worth folding. */
const SHORT_CHARS = 100;

/** A thought: its last rows while it goes on, that there was one when it is done, all of it where it is asked for. */
export function thoughtLines(block: ThoughtBlock, columns: number, { whole, keymap }: BlockView): Line[] {
  const text = cleanText(block.text).trim();
  const isShort = text.length <= SHORT_CHARS && !text.includes('\n');
  const mark = span(`${GLYPHS.thought} `, 'dim');
  if (whole === true || (block.done && isShort))
    return indentLines(faint(markdownLines(text, columns - 2)), [mark]);
  if (block.done) {
    const told = [`Thought${duration(block)}`, ...keyHint(keymap, 'show-output', 'shows it')].join(' · ');
    return [line(mark, span(told, 'dim'))];
  }
  const rows = wrapLines(faint(markdownLines(text.slice(-LIVE_CHARS), columns - 2)), columns - 2);
  return indentLines(
    rows
      .filter((row) => rowText(row).trim() !== '')
      .slice(-LIVE_ROWS)
      .map((row) => line(...row)),
    [mark],
  );
}

function duration({ tookMs }: ThoughtBlock): string {
  return tookMs === null || tookMs === 0 ? '' : ` for ${formatDuration(tookMs)}`;
}

function faint(lines: readonly Line[]): Line[] {
  return lines.map((current) => ({ ...current, spans: restyle(current.spans, 'dim', 'emphasis') }));
}
