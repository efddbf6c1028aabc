import { widthOf } from './graphemes.ts';
import { fitRow } from './line.ts';
import { type Row, rowText, type Span, span } from './span.ts';
import { GLYPHS, type Style } from './theme.ts';

/** A rule across the screen with a title near its beginning and, where there is room, a note near its end. */
export function ruleRow(columns: number, style: Style, title: readonly Span[], note: string): Row {
  const dashes = (count: number) => span(GLYPHS.rule.repeat(Math.max(0, count)), style);
  const left: Row = [dashes(2), span(' '), ...title, span(' ')];
  const right: Row = [span(` ${note} `, 'dim'), dashes(2)];
  const rest = columns - widthOf(rowText(left));
  const noted = rest - widthOf(rowText(right));
  if (note !== '' && noted >= 2) return [...left, dashes(noted), ...right];
  return rest >= 0 ? [...left, dashes(rest)] : fitRow(left, columns);
}
