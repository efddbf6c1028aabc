import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import type { Keymap } from '../input/create-keymap.ts';

/** The keys as the user has them, for those who say what keys do. */
export type KeyLabels = Pick<Keymap, 'labelOf'>;

/** What a key does, by its built-in chord: `Esc closes`. Nothing where the user has no key for it. */
export function keyHint({ labelOf }: KeyLabels, chord: string, does: string): string[] {
  const label = labelOf(chord);
  return label === undefined ? [] : [`${label} ${does}`.trimEnd()];
}

/** The same of the two keys that go up and down. */
export function arrowsHint({ labelOf }: KeyLabels, does: string): string[] {
  const labels = ['up', 'down'].flatMap((chord) => labelOf(chord) ?? []);
  if (labels.length === 0) return [];
  const isShort = labels.every((label) => label.length === 1);
  return [`${labels.join(isShort ? '' : ' ')} ${does}`];
}

/** What the keys do, the most important first: of those that do not fit the last are left out. */
export function hintsRow(hints: readonly string[], columns: number): Row {
  const text = joined(hints);
  if (widthOf(text) > columns && hints.length > 1) return hintsRow(hints.slice(0, -1), columns);
  return fitRow([span(text, 'dim')], columns);
}

/** The same in at most `most` rows, each as full as it gets. */
export function hintsRows(hints: readonly string[], columns: number, most: number): Row[] {
  const count = hints.findIndex((_, index) => widthOf(joined(hints.slice(0, index + 1))) > columns);
  if (most < 2 || count < 1) return [hintsRow(hints, columns)];
  return [hintsRow(hints.slice(0, count), columns), ...hintsRows(hints.slice(count), columns, most - 1)];
}

function joined(hints: readonly string[]): string {
  return hints.join(' · ');
}
