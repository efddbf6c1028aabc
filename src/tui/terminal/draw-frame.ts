import { stripVTControlCharacters } from 'node:util';
import { fittingLength, widthOf } from '../draw/graphemes.ts';
import type { Size } from './terminal.ts';

/** Rows on the screen, painted, and where the cursor is shown among them; null where none is. */
export interface DrawnFrame {
  rows: readonly string[];
  cursor: { row: number; column: number } | null;
}

export const NOTHING_DRAWN: DrawnFrame = { rows: [], cursor: null };

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const ERASE_ROW_END = '\u001b[K';

/**
 * From the beginning of a row. Behind a blank, since tmux takes what erases the screen from its first character on for a
 * screen that is left, and keeps what was on it in its history.
 */
const ERASE_BELOW = ' \u001b[J\r\u001b[K';

/**
 * What turns one frame into another: only rows that differ are written, and nothing when none does. `printed`, which ends
 * with a newline, goes above the frame, for good. Rows must be narrower than the terminal.
 */
export function drawFrame(drawn: DrawnFrame, next: DrawnFrame, printed = ''): string {
  if (printed !== '') {
    const away = `${moveRows(-restingRow(drawn))}\r${ERASE_BELOW}${printed}`;
    return `${HIDE_CURSOR}${away}${changeRows(NOTHING_DRAWN, next)}`;
  }
  return isSame(drawn, next) ? '' : `${HIDE_CURSOR}${changeRows(drawn, next)}`;
}

/** The row in which a frame leaves the terminal's cursor: where it is shown, else the last one. */
function restingRow({ rows, cursor }: DrawnFrame): number {
  return cursor?.row ?? Math.max(0, rows.length - 1);
}

function isSame(drawn: DrawnFrame, next: DrawnFrame): boolean {
  return (
    drawn.cursor?.row === next.cursor?.row &&
    drawn.cursor?.column === next.cursor?.column &&
    drawn.rows.length === next.rows.length &&
    drawn.rows.every((row, index) => row === next.rows[index])
  );
}

function changeRows(drawn: DrawnFrame, next: DrawnFrame): string {
  const old = drawn.rows;
  let place: Place = { text: '', row: restingRow(drawn) };
  for (const [index, content] of next.rows.entries()) {
    if (content === old[index]) continue;
    const moved = goTo(place, index, old.length);
    place = { row: index, text: `${moved}${content}${index < old.length ? ERASE_ROW_END : ''}` };
  }
  const left = next.rows.length;
  if (left < old.length) place = { row: left, text: `${goTo(place, left, old.length)}${ERASE_BELOW}` };
  const column = next.cursor?.column ?? 0;
  const placed = `${moveRows(restingRow(next) - place.row)}\r${column > 0 ? `\u001b[${column}C` : ''}`;
  return `${place.text}${placed}${next.cursor === null ? '' : SHOW_CURSOR}`;
}

/** What has been written, and the row of the frame in which the terminal's cursor is then. */
interface Place {
  text: string;
  row: number;
}

/** To the beginning of a row. Rows below those that exist come into being by newlines. */
function goTo({ text, row }: Place, target: number, existing: number): string {
  const reachable = Math.min(target, Math.max(existing - 1, row));
  return `${text}${moveRows(reachable - row)}${'\n'.repeat(target - reachable)}\r`;
}

function moveRows(by: number): string {
  if (by === 0) return '';
  return by > 0 ? `\u001b[${by}B` : `\u001b[${-by}A`;
}

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
