import { graphemesOf, widthOf } from '../draw/graphemes.ts';
import { wrapText } from '../draw/wrap-text.ts';
import { displayOf } from './chips.ts';
import type { EditorState } from './editor.ts';

/** One row of the draft as it is drawn. */
export interface EditorRow {
  text: string;
  /** Where in the draft each character of the row begins, and in which column. */
  stops: readonly Stop[];
}

interface Stop {
  offset: number;
  column: number;
}

export interface EditorRows {
  rows: readonly EditorRow[];
  cursor: { row: number; column: number };
}

/** The draft in rows of at most `columns`, of which the last is kept free for the cursor. */
export function layOutEditor(state: EditorState, columns: number): EditorRows {
  const rows: EditorRow[] = [];
  let offset = 0;
  for (const line of state.text.split('\n')) {
    rows.push(...layOutLine(line, offset, state.pastes, columns - 1));
    offset += line.length + 1;
  }
  return { rows, cursor: findCursor(rows, state.cursor) };
}

/** The offset one row above or below the cursor, as near to its column as can be; null beyond the first and last row. */
export function offsetInNextRow(
  state: EditorState,
  columns: number,
  direction: 'up' | 'down',
): number | null {
  const { rows, cursor } = layOutEditor(state, columns);
  const row = rows[cursor.row + (direction === 'up' ? -1 : 1)];
  return row?.stops.findLast((stop) => stop.column <= cursor.column)?.offset ?? null;
}

function layOutLine(line: string, offset: number, pastes: readonly string[], columns: number): EditorRow[] {
  const shown = graphemesOf(line).map(({ text, index }) => ({
    text: displayOf(text, pastes),
    offset: offset + index,
  }));
  const text = shown.map((character) => character.text).join('');
  const rows: EditorRow[] = [];
  let next = 0;
  let drawn = 0;
  for (const { start, end } of wrapText(text, columns)) {
    const stops: Stop[] = [];
    for (; next < shown.length && drawn < end; next += 1) {
      const character = shown[next];
      if (character === undefined) break;
      stops.push({ offset: character.offset, column: widthOf(text.slice(start, drawn)) });
      drawn += character.text.length;
    }
    rows.push({ text: text.slice(start, end), stops });
  }
  const last = rows.at(-1);
  if (last === undefined) return rows;
  const lineEnd = { offset: offset + line.length, column: widthOf(last.text) };
  return rows.with(-1, { ...last, stops: [...last.stops, lineEnd] });
}

function findCursor(rows: readonly EditorRow[], cursor: number): EditorRows['cursor'] {
  const row = rows.findLastIndex(({ stops }) => stops.some((stop) => stop.offset <= cursor));
  const stop = rows[row]?.stops.findLast(({ offset }) => offset <= cursor);
  return { row: Math.max(0, row), column: stop?.column ?? 0 };
}
