import type { Tokens } from 'marked';
import { roomFor, widthOf } from '../../draw/graphemes.ts';
import { line, type Line, wrapLine } from '../../draw/line.ts';
import { restyle, type Row, rowText, span } from '../../draw/span.ts';
import { GLYPHS } from '../../draw/theme.ts';
import { inlineSpans } from './inline-spans.ts';

type Align = Tokens.TableCell['align'];

const GAP = '  ';
/** A column is not made narrower than this; a table that does not fit then is drawn row by row instead. */
const MIN_COLUMN = 6;

export function tableLines(table: Tokens.Table, columns: number): Line[] {
  const header = table.header.map((cell) => restyle(inlineSpans(cell.tokens), 'strong'));
  const rows = table.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens)));
  const natural = header.map((_, index) =>
    [header, ...rows].reduce((most, row) => Math.max(most, roomFor(rowText(row[index] ?? []))), 1),
  );
  const widths = shrink(natural, columns - GAP.length * (header.length - 1));
  if (widths === null) return rows.flatMap((row) => recordLines(header, row));
  const rule = line(span(widths.map((width) => GLYPHS.rule.repeat(width)).join(GAP), 'dim'));
  const aligns = table.header.map((cell) => cell.align);
  const body = rows.flatMap((row) => rowLines(row, widths, aligns));
  return [...rowLines(header, widths, aligns), rule, ...body];
}

/** The natural widths, the widest cut down until the sum fits; null when columns would get too narrow. */
function shrink(natural: readonly number[], available: number): number[] | null {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= MIN_COLUMN) return null;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

/** A row of the table; as many lines as its highest cell has. */
function rowLines(cells: readonly Row[], widths: readonly number[], aligns: readonly Align[]): Line[] {
  const wrapped = widths.map((width, index) => wrapLine(line(...(cells[index] ?? [])), width));
  const height = Math.max(...wrapped.map((rows) => rows.length));
  return Array.from({ length: height }, (_, at) => {
    const parts = wrapped.map((rows, index) =>
      pad(rows[at] ?? [], widths[index] ?? 0, aligns[index] ?? null),
    );
    return line(...parts.flatMap((part, index) => (index === 0 ? part : [span(GAP), ...part])));
  });
}

function pad(row: Row, width: number, align: Align): Row {
  const space = Math.max(0, width - widthOf(rowText(row)));
  const left = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  return [span(' '.repeat(left)), ...row, span(' '.repeat(space - left))];
}

/** A row of a table that is too wide: one line for each cell, with its column's name. */
function recordLines(header: readonly Row[], row: readonly Row[]): Line[] {
  const fields = header.map((name, index) => line(...name, span(': '), ...(row[index] ?? [])));
  return [...fields, line()];
}
