import { fittingLength, graphemesOf, widthOf } from '../draw/graphemes.ts';
import { type Range, wrapText } from '../draw/line.ts';
import { displayOf, type Paste } from './chips.ts';
import type { EditorState } from './editor.ts';

/** One line of the draft as it is drawn, wherever it stands. */
interface ShownLine {
  /** As it is in the draft, and as it is drawn. */
  source: string;
  text: string;
  /** The parts of the drawn text that are rows. */
  ranges: readonly Range[];
  /** Where each character of the draft begins in it, in a line with characters that are drawn as others; else null. */
  stops: readonly { offset: number; shown: number }[] | null;
}

/** One row of the draft: a part of its line, by offsets of the text that is drawn. */
export interface EditorRow extends Range {
  line: ShownLine;
  /** Where in the draft the line begins. */
  lineStart: number;
}

interface EditorRows {
  rows: readonly EditorRow[];
  cursor: { row: number; column: number };
}

interface Laid extends Pick<EditorState, 'text' | 'pastes'> {
  columns: number;
  lines: readonly ShownLine[];
  rows: readonly EditorRow[];
}

/** The last draft that was laid out, since most of the next one is the same. */
let last: Laid = { text: '', pastes: [], columns: 0, lines: [], rows: [] };

/** The draft in rows of at most `columns`, of which the last is kept free for the cursor. */
export function layOutEditor(state: EditorState, columns: number): EditorRows {
  const { text, pastes } = state;
  // Moving the cursor and drawing frames lay nothing out anew.
  if (last.text !== text || last.pastes !== pastes || last.columns !== columns) last = layOut(state, columns);
  const { rows } = last;
  return { rows, cursor: findCursor(rows, state.cursor) };
}

/** What a row shows. */
export function rowTextOf({ line, start, end }: EditorRow): string {
  return line.text.slice(start, end);
}

/** Which part of what a row shows lies between two offsets of the draft. */
export function partOf(row: EditorRow, range: Range): Range {
  const { start, end } = row;
  const within = (offset: number) => Math.max(start, Math.min(shownOffset(row, offset), end)) - start;
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

function layOut({ text, pastes }: EditorState, columns: number): Laid {
  const sources = text.split('\n');
  const known = last.columns === columns && last.pastes === pastes ? last.lines : [];
  const shift = known.length - sources.length;
  // A key changes a few lines; those before and behind them are as they were.
  const lines = sources.map((source, index) => {
    const before = [known[index], known[index + shift]].find((line) => line?.source === source);
    return before ?? showLine(source, pastes, columns);
  });
  const rows: EditorRow[] = [];
  let lineStart = 0;
  for (const line of lines) {
    for (const { start, end } of line.ranges) rows.push({ line, lineStart, start, end });
    lineStart += line.source.length + 1;
  }
  return { text, pastes, columns, lines, rows };
}

function showLine(source: string, pastes: readonly Paste[], columns: number): ShownLine {
  if (!/[\t\u{100000}-\u{10ffff}]/u.test(source))
    return { source, text: source, ranges: wrapText(source, columns - 1), stops: null };
  let text = '';
  const stops = graphemesOf(source).map((grapheme) => {
    const stop = { offset: grapheme.index, shown: text.length };
    text += displayOf(grapheme.text, pastes);
    return stop;
  });
  return { source, text, ranges: wrapText(text, columns - 1), stops };
}

/** Where an offset of the draft is in the text that is drawn for its line. */
function shownOffset({ line, lineStart }: EditorRow, offset: number): number {
  const within = offset - lineStart;
  if (within >= line.source.length) return line.text.length;
  if (line.stops === null) return Math.max(0, within);
  return line.stops.findLast((stop) => stop.offset <= within)?.shown ?? 0;
}

/** The character of the draft in a column of a row, the one before it where it is none's beginning. */
function offsetAt(row: EditorRow, column: number): number {
  const { line, lineStart } = row;
  const text = rowTextOf(row);
  let fitting = fittingLength(text, column);
  // Behind the last character of a row begins the next one.
  if (fitting === text.length && row.end < line.text.length) fitting = graphemesOf(text).at(-1)?.index ?? 0;
  const shown = row.start + fitting;
  if (shown >= line.text.length) return lineStart + line.source.length;
  if (line.stops === null) return lineStart + shown;
  const stop = line.stops.findLast((candidate) => candidate.shown <= shown);
  if (stop !== undefined && stop.shown >= row.start) return lineStart + stop.offset;
  // The row begins within a chip.
  const next = line.stops.find((candidate) => candidate.shown >= row.start);
  return lineStart + (next?.offset ?? line.source.length);
}

function findCursor(rows: readonly EditorRow[], cursor: number): EditorRows['cursor'] {
  const index = lastRowUpTo(rows, cursor);
  const row = rows[index];
  if (row === undefined) return { row: 0, column: 0 };
  return { row: index, column: widthOf(row.line.text.slice(row.start, shownOffset(row, cursor))) };
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

function isUpTo(row: EditorRow, cursor: number): boolean {
  return row.lineStart <= cursor && (row.start === 0 || row.start <= shownOffset(row, cursor));
}

/** What stands before the first row of the draft. */
const PROMPT_COLUMNS = 2;

/** How many columns of a terminal the draft may use; the terminal's last one stays free, so that no row wraps. */
export function editorColumns(columns: number): number {
  return Math.max(1, columns - 1 - PROMPT_COLUMNS);
}

/** How many rows of the draft are in sight in a terminal of this many; the last row of the terminal is never drawn into. */
export function draftHeight(terminalRows: number): number {
  return Math.max(1, Math.floor(Math.max(1, terminalRows - 1) / 3));
}
