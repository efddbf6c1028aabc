import { stripVTControlCharacters } from 'node:util';
import { widthOf } from '../draw/graphemes.ts';
import { type DrawnFrame, ERASE_BELOW, restingRow } from './draw-frame.ts';
import type { Size } from './terminal.ts';

/** Where the terminal says that its cursor is, from 0. */
export interface CursorPlace {
  row: number;
  column: number;
}

/** What erases a frame, and how many of its rows it does not reach, since they have scrolled away. */
export interface Erasure {
  text: string;
  lost: number;
}

/**
 * Erases a frame in a terminal that now has another size and has wrapped its rows accordingly: up from the cursor to the
 * first row, then everything below. The row with the cursor is wrapped by some terminals and cut off by others, which the
 * column tells. `lost` rows of earlier frames have scrolled away right above it; those that are back are erased as well.
 */
export function eraseFrame(
  frame: DrawnFrame,
  { columns, rows }: Size,
  at: CursorPlace | null,
  lost = 0,
): Erasure {
  const { cursor } = frame;
  const resting = restingRow(frame);
  const wrapped = cursor !== null && at !== null && at.column === cursor.column % columns;
  const within = wrapped ? Math.floor(cursor.column / columns) : 0;
  const heights = frame.rows.slice(0, resting).map((row) => heightOf(row, columns));
  const above = heights.reduce((sum, height) => sum + height, within);
  const reachable = at?.row ?? rows - 1;
  const up = Math.min(above + (at === null ? 0 : lost), reachable);
  return {
    text: `${up > 0 ? `\u001b[${up}A` : ''}\r${ERASE_BELOW}`,
    lost: Math.max(0, above + lost - up),
  };
}

function heightOf(row: string, columns: number): number {
  return Math.max(1, Math.ceil(widthOf(stripVTControlCharacters(row)) / columns));
}
