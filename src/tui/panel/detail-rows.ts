import { widthOf } from '../draw/graphemes.ts';
import { indentLines, type Line, line, wrapLines } from '../draw/line.ts';
import { type Row, type Span, span } from '../draw/span.ts';
import type { Style } from '../draw/theme.ts';

const INDENT = span('  ');
/** Names are padded to the longest, but not beyond this. */
const MAX_NAME_COLUMNS = 24;

/** Something that is known, with what it is called. */
export interface Fact {
  name: string;
  value: string;
  style?: Style;
}

/** Facts below each other, their values aligned and wrapped; those without a value are left out. */
export function factRows(facts: readonly Fact[], columns: number): Row[] {
  const known = facts.filter(({ value }) => value !== '');
  const widest = Math.max(0, ...known.map(({ name }) => widthOf(name)));
  const width = Math.min(widest, MAX_NAME_COLUMNS, Math.floor(columns / 3));
  return known.flatMap(({ name, value, style }) => {
    const head: Span[] = [
      INDENT,
      span(name, 'dim'),
      span(' '.repeat(Math.max(0, width - widthOf(name)) + 2)),
    ];
    const hang = [span(' '.repeat(width + 4))];
    const text = line(style === undefined ? span(value) : span(value, style));
    return wrapLines(indentLines([text], head, hang), columns);
  });
}

/** Rows under a heading, set off by an empty row; nothing where there are none. */
export function sectionRows(title: string, rows: readonly Row[]): Row[] {
  return rows.length === 0 ? [] : [[], [span(title, 'strong')], ...rows];
}

/** Lines a little to the right, wrapped. */
export function indentedRows(lines: readonly Line[], columns: number): Row[] {
  return wrapLines(indentLines(lines, [INDENT], [INDENT]), columns);
}
