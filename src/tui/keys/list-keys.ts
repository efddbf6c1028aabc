import { chordLabel } from './chord.ts';
import type { KeyBinding } from './key-table.ts';
import type { Keymap } from './keymap.ts';

/** Keys that the help lists under one heading. */
export interface KeyList {
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

/** The keys in at most so many characters where that can be, the first of every action in any case. */
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
