import { printableRows } from '../draw/line.ts';
import type { Paint } from '../draw/paint.ts';
import { type Row, rowText, sliceRow } from '../draw/span.ts';
import type { KeyLabels } from '../keys/hints-row.ts';
import type { TranscriptItem } from './block.ts';
import { blockLines } from './block-lines.ts';

/**
 * What is written to the scrollback for an item, with the last column left free. It is printed once and for good, so no
 * clock runs in it. Long lines of code are left to the terminal to wrap.
 */
export function paintItem(
  { gap, block }: TranscriptItem,
  columns: number,
  paint: Paint,
  keymap: KeyLabels,
): string[] {
  const room = columns - 1;
  const rows = printableRows(blockLines(block, room, { now: 0, keymap }), room).map((row) =>
    paint(withoutEnd(row)),
  );
  return gap && rows.length > 0 ? ['', ...rows] : rows;
}

/** Blanks at the end of a row would be copied with it. Those of a changed line stay: they may be the change. */
function withoutEnd(row: Row): Row {
  if (row.at(-1)?.styles.some((style) => style === 'addedLine' || style === 'removedLine')) return row;
  return sliceRow(row, 0, rowText(row).trimEnd().length);
}
