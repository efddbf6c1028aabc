import { type Row, span } from '../draw/span.ts';
import { chordLabel } from './chord.ts';
import type { KeyBinding, Keymap } from './keymap.ts';

const KEY_COLUMNS = 14;

/** A terminal from this width on has room for two keys beside each other. */
const TWO_COLUMNS_FROM = 100;

/** Characters that mean something in a draft. */
const SIGNS: readonly [sign: string, meaning: string][] = [
  ['/', 'a command'],
  ['@', 'a file, or an MCP resource, anywhere'],
  ['!', 'a shell command'],
  ['#', 'a note for the library'],
];

/** What the keys do, a row each, in as many columns beside each other as there is room for. */
export function keyColumns(keymap: Keymap, columns: number): Row[][] {
  const all = groups(keymap);
  if (columns < TWO_COLUMNS_FROM) return [all.flat()];
  const half = all.flat().length / 2;
  const isLeft = all.map((_, index) => all.slice(0, index).flat().length < half);
  const side = (wanted: boolean) => all.filter((_, index) => isLeft[index] === wanted).flat();
  return [side(true), side(false)];
}

/** How far the keys can be scrolled at most in a terminal of so many columns; one row always stays in sight. */
export function lastKeysScroll(keymap: Keymap, columns: number): number {
  return Math.max(...keyColumns(keymap, columns).map(({ length }) => length)) - 1;
}

/** The rows of each group; what characters mean in a draft stands with the keys of the prompt. */
function groups(keymap: Keymap): Row[][] {
  const signs = SIGNS.map(([sign, meaning]) => keyRow(sign, meaning));
  return listKeys(keymap).map(({ group, keys }, index) => [
    [span(group, 'strong')],
    ...keys.filter(({ isCommon }) => !isCommon).map((key) => keyRow(labelOf(key), key.help)),
    ...(index === 0 ? signs : []),
  ]);
}

/** Of what the prompt has several keys for the first one. */
function labelOf({ chords }: ListedKey): string {
  return labelsWithin({ chords }, chords.length === 1 ? 0 : KEY_COLUMNS - 1);
}

function keyRow(key: string, help: string): Row {
  return [span(`  ${key.padEnd(KEY_COLUMNS - 1)} `, 'accent'), span(help)];
}

/** Keys that the help lists under one heading. */
interface KeyList {
  group: string;
  keys: readonly ListedKey[];
}

/** Actions that the help describes in the same words, with the keys of each. */
export interface ListedKey {
  name: string;
  help: string;
  isCommon: boolean;
  chords: readonly (readonly string[])[];
}

/** The keys as the user has them, for the help. What has no key is left out. */
export function listKeys({ bindings }: Keymap): KeyList[] {
  const groups = new Map<string, ListedKey[]>();
  for (const binding of bindings) {
    const keys = groups.get(binding.group) ?? [];
    groups.set(binding.group, keys);
    if (binding.chords.length > 0) addTo(keys, binding);
  }
  return [...groups].map(([group, keys]) => ({ group, keys }));
}

function addTo(keys: ListedKey[], { name, place, help, chords, isCommon }: KeyBinding): void {
  const last = keys.at(-1);
  if (place !== 'prompt' && last?.help === help)
    keys.splice(-1, 1, { ...last, chords: [...last.chords, chords] });
  else keys.push({ name, help, isCommon: isCommon === true, chords: [chords] });
}

/** The keys in at most this many characters where that can be, the first of every action in any case. */
export function labelsWithin({ chords }: Pick<ListedKey, 'chords'>, most: number): string {
  const longest = Math.max(...chords.map(({ length }) => length));
  for (let count = longest; count > 1; count -= 1) {
    const labels = labelsOf(chords, count);
    if (labels.length <= most) return labels;
  }
  return labelsOf(chords, 1);
}

function labelsOf(chords: ListedKey['chords'], count: number): string {
  return chords.flatMap((own) => own.slice(0, count).map(chordLabel)).join(' ');
}
