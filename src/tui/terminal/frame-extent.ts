import { stripVTControlCharacters } from 'node:util';
import { fittingLength, widthOf } from '../draw/graphemes.ts';
import { type DrawnFrame, ERASE_BELOW, restingRow } from './draw-frame.ts';
import type { Size } from './terminal.ts';

/** More rows than that are not looked for. */
const MAX_LOST = 500;

/** Where the terminal says that its cursor is, from 0. */
export interface CursorPlace {
  row: number;
  column: number;
}

/** What erases a frame, and the rows it does not reach, since they have scrolled away: their texts, without colours. */
export interface Erasure {
  text: string;
  lost: readonly string[];
}

/**
 * Erases a frame in a terminal that now has another size and has wrapped its rows accordingly: up from the cursor to the
 * first row, then everything below. The row with the cursor is wrapped by some terminals and cut off by others, which the
 * column tells. The rows `lost` of earlier frames have scrolled away right above it, and are wrapped anew as well; those that
 * are back are erased.
 */
export function eraseFrame(
  frame: DrawnFrame,
  { columns, rows }: Size,
  at: CursorPlace | null,
  lost: readonly string[] = [],
): Erasure {
  const { cursor } = frame;
  const wrapped = cursor !== null && at !== null && at.column === cursor.column % columns;
  const within = wrapped ? Math.floor(cursor.column / columns) : 0;
  const drawn = frame.rows.slice(0, restingRow(frame)).map((row) => stripVTControlCharacters(row));
  const above = [...lost, ...drawn];
  const height = heightOfAll(above, columns) + within;
  const reachable = at?.row ?? rows - 1;
  // Where the cursor is not known, text of others may stand where lost rows would.
  const wanted = at === null ? heightOfAll(drawn, columns) : height;
  const up = Math.min(wanted, reachable);
  return {
    text: `${up > 0 ? `\u001b[${up}A` : ''}\r${ERASE_BELOW}`,
    lost: firstRows(above, height - up, columns).slice(-MAX_LOST),
  };
}

/** What of some texts fills their first `count` rows; of the last one perhaps a part. */
function firstRows(texts: readonly string[], count: number, columns: number): string[] {
  const taken: string[] = [];
  let free = count;
  for (const text of texts) {
    if (free <= 0) break;
    taken.push(text.slice(0, fittingLength(text, free * columns)));
    free -= heightOf(text, columns);
  }
  return taken;
}

function heightOfAll(texts: readonly string[], columns: number): number {
  return texts.reduce((sum, text) => sum + heightOf(text, columns), 0);
}

function heightOf(text: string, columns: number): number {
  return Math.max(1, Math.ceil(widthOf(text) / columns));
}
