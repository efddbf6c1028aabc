import { fittingLength, graphemesOf, widthOf } from '../draw/graphemes.ts';
import { wrapText } from '../draw/wrap-text.ts';
import { displayOf, type Paste } from './chips.ts';
import type { EditorState } from './editor.ts';
import type { Range } from './words.ts';

/** One line of the draft as it is drawn. */
interface ShownLine {
  text: string;
  /** Where in the draft it begins, and ends. */
  start: number;
  end: number;
  /** Where in it each character of the draft begins, in a line with characters that are drawn as others; else null. */
  stops: readonly { offset: number; shown: number }[] | null;
}

/** One row of the draft: a part of its line, by offsets of the text that is drawn. */
export interface EditorRow extends Range {
  line: ShownLine;
}

export interface EditorRows {
  rows: readonly EditorRow[];
  cursor: { row: number; column: number };
}

type Laid = Pick<EditorState, 'text' | 'pastes'>;

let last: { of: Laid; columns: number; rows: readonly EditorRow[] } | null = null;

/** The draft in rows of at most `columns`, of which the last is kept free for the cursor. */
export function layOutEditor(state: EditorState, columns: number): EditorRows {
  const { text, pastes } = state;
  // Moving the cursor and drawing frames lay nothing out anew.
  if (last === null || last.of.text !== text || last.of.pastes !== pastes || last.columns !== columns)
    last = { of: { text, pastes }, columns, rows: layOutText(state, columns) };
  const { rows } = last;
  return { rows, cursor: findCursor(rows, state.cursor) };
}

/** What a row shows. */
export function rowTextOf({ line, start, end }: EditorRow): string {
  return line.text.slice(start, end);
}

/** Which part of what a row shows lies between two offsets of the draft. */
export function partOf({ line, start, end }: EditorRow, range: Range): Range {
  const within = (offset: number) => Math.max(start, Math.min(shownOffset(line, offset), end)) - start;
  return { start: within(range.start), end: within(range.end) };
}

/** The offset so many rows above (negative) or below the cursor, and the column to keep to. */
export function offsetInRow(state: EditorState, columns: number, by: number): Required<Placed> | null {
  const { rows, cursor } = layOutEditor(state, columns);
  const row = rows[cursor.row + by];
  const column = state.column ?? cursor.column;
  return row === undefined ? null : { cursor: offsetAt(row, column), column };
}

interface Placed {
  cursor: number;
  column: number;
}

function layOutText({ text, pastes }: Laid, columns: number): EditorRow[] {
  const rows: EditorRow[] = [];
  let start = 0;
  for (const part of text.split('\n')) {
    const line = showLine(part, start, pastes);
    for (const range of wrapText(line.text, columns - 1)) rows.push({ line, ...range });
    start += part.length + 1;
  }
  return rows;
}

function showLine(text: string, start: number, pastes: readonly Paste[]): ShownLine {
  const end = start + text.length;
  if (!/[\t\u{100000}-\u{10ffff}]/u.test(text)) return { text, start, end, stops: null };
  let shown = '';
  const stops = graphemesOf(text).map((grapheme) => {
    const stop = { offset: start + grapheme.index, shown: shown.length };
    shown += displayOf(grapheme.text, pastes);
    return stop;
  });
  return { text: shown, start, end, stops };
}

function shownOffset({ text, start, end, stops }: ShownLine, offset: number): number {
  if (offset >= end) return text.length;
  if (stops === null) return Math.max(0, offset - start);
  return stops.findLast((stop) => stop.offset <= offset)?.shown ?? 0;
}

/** The character of the draft in a column of a row, the one before it where it is none's beginning. */
function offsetAt(row: EditorRow, column: number): number {
  const { line } = row;
  const text = rowTextOf(row);
  let fitting = fittingLength(text, column);
  // Behind the last character of a row begins the next one.
  if (fitting === text.length && row.end < line.text.length) fitting = graphemesOf(text).at(-1)?.index ?? 0;
  const shown = row.start + fitting;
  if (shown >= line.text.length) return line.end;
  if (line.stops === null) return line.start + shown;
  const stop = line.stops.findLast((candidate) => candidate.shown <= shown);
  if (stop !== undefined && stop.shown >= row.start) return stop.offset;
  // The row begins within a chip.
  return line.stops.find((candidate) => candidate.shown >= row.start)?.offset ?? line.end;
}

function findCursor(rows: readonly EditorRow[], cursor: number): EditorRows['cursor'] {
  const index = lastRowUpTo(rows, cursor);
  const row = rows[index];
  if (row === undefined) return { row: 0, column: 0 };
  return { row: index, column: widthOf(row.line.text.slice(row.start, shownOffset(row.line, cursor))) };
}

/** By halves, since there may be very many. */
function lastRowUpTo(rows: readonly EditorRow[], cursor: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = rows[middle];
    if (row !== undefined && isUpTo(row, cursor)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isUpTo({ line, start }: EditorRow, cursor: number): boolean {
  return line.start <= cursor && (start === 0 || start <= shownOffset(line, cursor));
}
