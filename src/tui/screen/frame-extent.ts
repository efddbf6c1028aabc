import { widthOf } from '../draw/graphemes.ts';
import { rowText } from '../draw/span.ts';
import type { Frame } from '../live/lay-out-live.ts';

/** How much of the screen a frame takes. */
export interface FrameExtent {
  /** Of each row, in columns. */
  widths: readonly number[];
  cursor: { row: number; column: number } | null;
}

/** Ink's own frame before the first. */
export const NO_EXTENT: FrameExtent = { widths: [], cursor: null };

export function frameExtent({ rows, cursor }: Frame): FrameExtent {
  // Ink draws an empty row where there is none, and no blanks at the end of a row.
  const widths = rows.map((row) => widthOf(rowText(row).trimEnd()));
  return { widths: widths.length === 0 ? [0] : widths, cursor };
}

/**
 * Erases a frame in a terminal that now has this many columns and has wrapped its rows accordingly: up from the cursor to
 * the first row, then everything below. Without a cursor of its own the frame leaves it in the row below. The row with the
 * cursor is wrapped by some terminals and cut off by others, so `column` is where the terminal says the cursor is, or null.
 */
export function eraseFrame({ widths, cursor }: FrameExtent, columns: number, column: number | null): string {
  const above = cursor === null ? widths : widths.slice(0, cursor.row);
  const wrapped = cursor !== null && column !== null && column === cursor.column % columns;
  const within = wrapped ? Math.floor(cursor.column / columns) : 0;
  const rows = above.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), within);
  return `${rows > 0 ? `\u001b[${rows}A` : ''}\r\u001b[J`;
}

/** Makes room for a frame below the cursor, and puts the cursor where the frame had it. */
export function reserveFrame({ widths, cursor }: FrameExtent, terminalRows: number): string {
  const height = Math.min(widths.length, terminalRows - 1);
  const up = cursor === null ? 0 : height - cursor.row;
  return '\n'.repeat(height) + (up > 0 ? `\u001b[${up}A` : '');
}
