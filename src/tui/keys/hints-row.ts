import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import type { ActionName, Keymap } from './keymap.ts';

/** The keys as the user has them, for those who say what keys do. */
export type KeyLabels = Pick<Keymap, 'labelOf'>;

/** What the key of an action does: `Esc to close`. Nothing where the user has no key for it. */
export function keyHint({ labelOf }: KeyLabels, name: ActionName, does: string): string[] {
  const label = labelOf(name);
  return label === undefined ? [] : [`${label} ${does}`.trimEnd()];
}

/** The same of keys that belong together, as those that go up and down. */
export function keysHint({ labelOf }: KeyLabels, names: readonly ActionName[], does: string): string[] {
  const labels = names.flatMap((name) => labelOf(name) ?? []);
  if (labels.length === 0) return [];
  // Arrows stand for themselves without a blank between them.
  return [`${labels.join(' ').replace(/(?<=[←→↑↓]) (?=[←→↑↓])/g, '')} ${does}`.trimEnd()];
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
