import { fitRow, padRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { chordLabel } from '../input/chord.ts';
import type { Keymap } from '../input/create-keymap.ts';
import type { KeyGroup } from '../input/key-binding.ts';
import { PLACE_KEYS } from '../input/place-keys.ts';
import { arrowsHint, hintsRow, keyHint } from './hints-row.ts';
import { ruleRow } from './rule-row.ts';

const KEY_COLUMNS = 14;
/** A terminal from this width on has room for two keys beside each other. */
const TWO_COLUMNS_FROM = 100;
const GROUPS: readonly KeyGroup[] = ['Prompt', 'Screen', 'Move', 'Change', 'Select'];
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
  const place = rows.length === shown.length ? [] : arrowsHint(keymap, scrolls);
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
  const [first = [], second = [], ...others] = blocks(keymap, width - 1);
  return beside([...first, ...second], others.flat(), width);
}

/** One block of rows for each group, and for each place with keys of its own. */
function blocks({ bindings, labelOf }: Keymap, width: number): Row[][] {
  const keys = GROUPS.map((group) => {
    const listed = bindings.filter((key) => key.group === group && !key.isCommon && key.chords.length > 0);
    const rows = listed.map(({ chords: [chord = ''], help }) => keyRow(chordLabel(chord), help, width));
    return [fitRow([span(group, 'strong')], width), ...rows];
  });
  const [prompt = [], ...others] = keys;
  const signs = SIGNS.map(([sign, meaning]) => keyRow(sign, meaning, width));
  const places = PLACE_KEYS.map(({ place, keys: own }) => [
    fitRow([span(place, 'strong')], width),
    ...own.flatMap(({ chords, help }) =>
      placeRow(
        chords.flatMap((chord) => labelOf(chord) ?? []),
        help,
        width,
      ),
    ),
  ]);
  return [[...prompt, ...signs], ...others, ...places];
}

/** Of keys that the user has given to something else there is nothing to say. */
function placeRow(labels: readonly string[], help: string, width: number): Row[] {
  return labels.length === 0 ? [] : [keyRow(labels.join(' '), help, width)];
}

function keyRow(key: string, help: string, width: number): Row {
  return fitRow([span(`  ${key.padEnd(KEY_COLUMNS)}`, 'accent'), span(help)], width);
}

function beside(left: readonly Row[], right: readonly Row[], width: number): Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [before = [], behind] = [left[index], right[index]];
    return behind === undefined ? before : [...padRow(before, width), ...behind];
  });
}
