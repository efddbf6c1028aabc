import { countOf } from '../../core/text/quantities.ts';
import { fittingLength } from './graphemes.ts';
import { fitRow, fitRowEnd, type WrappedEnds } from './line.ts';
import { type Row, rowText, sliceRow, span } from './span.ts';
import { GLYPHS } from './theme.ts';

/** What a page up or down moves by: few enough that no row is skipped where there is little room. */
const SCROLLED_ROWS = 4;

/** Where there is less room than this, what is above is not told: there would be nothing else. */
const LEAST_MARKED_ROWS = 4;

/**
 * At most `height` of the rows, `from` of them out of sight above, and where some are, a word on how many. `shows` is what
 * shows all of them, as `d shows all`.
 */
export function scrolledRows(
  { rows, leftOut }: WrappedEnds,
  from: number,
  height: number,
  columns: number,
  shows: string,
): Row[] {
  if (height < 1) return [];
  if (rows.length <= height) return [...rows];
  const [first = []] = rows;
  if (height < 2) return [fitRow([...first, span(GLYPHS.more, 'warning')], columns)];
  const mark = (text: string): Row => fitRow([span(`${GLYPHS.more} ${text}`, 'warning')], columns);
  const last = rows.length - height + 1;
  const start = Math.max(0, Math.min(from, last));
  const above =
    start === 0 || height < LEAST_MARKED_ROWS ? [] : [mark(`${countOf(start, 'more line')} above`)];
  const room = height - above.length;
  if (start === last) return [...above, ...rows.slice(start, start + room)];
  const shown = rows.slice(start, start + Math.max(0, room - 1));
  const below = rows.length - start - shown.length;
  const between = below > rows.length / 2 ? linesBetween(leftOut) : 0;
  return [...above, ...shown, mark(`${countOf(below + between, 'more line')}, ${shows}`)];
}

/**
 * At most `height` of the rows: the first ones, the last ones, and between them how many are left out. What stands at the end
 * of a command counts as much as its beginning, and its last row may be a word.
 */
export function elidedRows(
  { rows, leftOut }: WrappedEnds,
  height: number,
  columns: number,
  shows: string,
): Row[] {
  if (height < 1) return [];
  if (rows.length <= height) return [...rows];
  const more = (count: number) => span(`${GLYPHS.more} ${countOf(count, 'more line')}, ${shows}`, 'warning');
  const [first = []] = rows;
  const last = rows.at(-1) ?? [];
  if (height === 1) return [ends(first, last, columns)];
  if (height === 2) return [fitRow([...first, span(GLYPHS.more, 'warning')], columns), last];
  const tail = Math.max(height > 3 ? 2 : 1, Math.floor((height - 1) / 3));
  const head = height - 1 - tail;
  const left = rows.length - head - tail + linesBetween(leftOut);
  return [...rows.slice(0, head), fitRow([more(left)], columns), ...rows.slice(-tail)];
}

/** How many lines there are beside the rows: one row stands for those that are left out of these. */
function linesBetween(leftOut: number): number {
  return Math.max(0, leftOut - 1);
}

/** The beginning of one row and the end of another, in one. */
function ends(first: Row, last: Row, columns: number): Row {
  const half = Math.max(1, Math.floor(columns / 2));
  return [...sliceRow(first, 0, fittingLength(rowText(first), half)), ...fitRowEnd(last, columns - half)];
}

export type ScrollAction = 'page-up' | 'page-down';

/** Where a text stands after a page up or down, of so many rows in all. */
export function scrollBy(from: number, action: ScrollAction, rows: number): number {
  if (action === 'page-up') return Math.max(0, Math.min(from, rows) - SCROLLED_ROWS);
  return Math.min(from + SCROLLED_ROWS, Math.max(0, rows - SCROLLED_ROWS));
}

/** At most `height` of the rows, so that the one at `index` is among them. */
export function windowAround<T>(rows: readonly T[], index: number, height: number): T[] {
  const start = Math.max(0, Math.min(index - Math.floor(height / 2), rows.length - height));
  return rows.slice(start, start + Math.max(0, height));
}

/** The same where one of the rows says how many are left out, if some are and there is room for it. */
export function listWindow<T>(
  rows: readonly T[],
  index: number,
  height: number,
): { shown: T[]; left: number } {
  if (rows.length <= height || height < 2) return { shown: windowAround(rows, index, height), left: 0 };
  const shown = windowAround(rows, index, height - 1);
  return { shown, left: rows.length - shown.length };
}
