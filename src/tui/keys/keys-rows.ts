import { fitRow, padRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import type { Keymap } from './keymap.ts';
import { labelsWithin, type ListedKey, listKeys } from './list-keys.ts';
import { hintsRow, keyHint, keysHint } from './hints-row.ts';
import { ruleRow } from '../draw/rule-row.ts';

const KEY_COLUMNS = 14;
/** A terminal from this width on has room for two keys beside each other. */
const TWO_COLUMNS_FROM = 100;
/** The title, and the hints. */
const FRAME_ROWS = 2;

/** Characters that mean something in a draft. */
const SIGNS: readonly [sign: string, meaning: string][] = [
  ['/', 'a command'],
  ['@', 'a file, or what a server offers, anywhere'],
  ['!', 'a shell command'],
  ['#', 'a note into the library'],
];

/** What the keys do, in at most `height` rows, of which `scroll` are out of sight above. */
export function keysRows(keymap: Keymap, scroll: number, columns: number, height: number): Row[] {
  const rows = allRows(keymap, columns);
  const body = Math.max(1, height - FRAME_ROWS);
  const from = Math.max(0, Math.min(scroll, rows.length - body));
  const shown = rows.slice(from, from + body);
  const below = rows.length - from - shown.length;
  const scrolls = below > 0 ? `scroll (${below} more)` : 'scroll';
  const place = rows.length === shown.length ? [] : keysHint(keymap, ['up', 'down'], scrolls);
  const hints = [...place, ...keyHint(keymap, 'escape', 'closes')];
  return [
    ruleRow(columns, 'accent', [span('keys', 'strong')], 'config.json, ui.keys changes them'),
    ...shown,
    hintsRow(hints, columns),
  ].slice(0, Math.max(0, height));
}

/** How far the keys can be scrolled at most in a terminal of so many columns; one row always stays in sight. */
export function lastKeysScroll(keymap: Keymap, columns: number): number {
  return allRows(keymap, columns).length - 1;
}

function allRows(keymap: Keymap, columns: number): Row[] {
  if (columns < TWO_COLUMNS_FROM) return blocks(keymap, columns).flat();
  const width = Math.floor(columns / 2);
  const all = blocks(keymap, width - 1);
  const half = all.flat().length / 2;
  const isLeft = all.map((_, index) => all.slice(0, index).flat().length < half);
  const side = (wanted: boolean) => all.filter((_, index) => isLeft[index] === wanted).flat();
  return beside(side(true), side(false), width);
}

/** One block of rows for each group; what characters mean in a draft stands with the keys of the prompt. */
function blocks(keymap: Keymap, width: number): Row[][] {
  const signs = SIGNS.map(([sign, meaning]) => keyRow(sign, meaning, width));
  return listKeys(keymap).map(({ group, keys }, index) => [
    fitRow([span(group, 'strong')], width),
    ...keys.filter(({ isCommon }) => !isCommon).map((key) => keyRow(labelOf(key), key.help, width)),
    ...(index === 0 ? signs : []),
  ]);
}

/** Of what the prompt has several keys for the first one. */
function labelOf({ chords }: ListedKey): string {
  return labelsWithin({ chords }, chords.length === 1 ? 0 : KEY_COLUMNS - 1);
}

function keyRow(key: string, help: string, width: number): Row {
  return fitRow([span(`  ${key.padEnd(KEY_COLUMNS - 1)} `, 'accent'), span(help)], width);
}

function beside(left: readonly Row[], right: readonly Row[], width: number): Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [before = [], behind] = [left[index], right[index]];
    return behind === undefined ? before : [...padRow(before, width), ...behind];
  });
}
