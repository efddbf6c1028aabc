import { cleanLine } from './clean-text.ts';

/** Rows as lines, columns aligned, cells cleaned; the last column is not padded. Empty for no rows. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(cleanLine));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** What JSON lets stand and a terminal obeys: control characters above 0x7e, bidirectional and invisible marks. */
const INVISIBLE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A value as JSON that is safe to print: the same value when it is read, its invisible characters escaped. */
export function printableJson(value: object, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
