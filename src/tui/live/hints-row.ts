import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';

/** What the keys do, the most important first: of those that do not fit the last are left out. */
export function hintsRow(hints: readonly string[], columns: number): Row {
  const text = hints.join(' · ');
  if (widthOf(text) > columns && hints.length > 1) return hintsRow(hints.slice(0, -1), columns);
  return fitRow([span(text, 'dim')], columns);
}
