import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chordLabel } from '../../../src/tui/input/chord.ts';
import type { KeyBinding } from '../../../src/tui/input/key-binding.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/input/create-keymap.ts';
import { KEY_BINDINGS } from '../../../src/tui/input/keymap.ts';
import { PLACE_KEYS, type PlaceKey } from '../../../src/tui/input/place-keys.ts';

/** A row of the tables in docs/keys.md. */
function row({ name, chords, help }: KeyBinding): string {
  return `| \`${name}\` | ${chords.map(chordLabel).join(', ')} | ${help.replaceAll('\\', '\\\\')} |`;
}

test('docs/keys.md has every key of the table, in its groups, as the REPL has them', async () => {
  const text = await readFile(new URL('../../../docs/keys.md', import.meta.url), 'utf8');
  for (const group of new Set(KEY_BINDINGS.map((binding) => binding.group))) {
    const [, section = ''] = text.split(`\n### ${group}\n`);
    const [own = ''] = section.split('\n##');
    const rows = own.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(KEY_BINDINGS.filter((binding) => binding.group === group).map(row));
  }
});

/** A row of the tables of the places that have keys of their own. */
function placeRow({ chords, help }: PlaceKey): string {
  return `| ${chords.map((chord) => `\`${DEFAULT_KEYMAP.labelOf(chord)}\``).join(' ')} | ${help} |`;
}

test('docs/keys.md has the keys of questions, forms, panels and the pager as the REPL has them', async () => {
  const text = await readFile(new URL('../../../docs/keys.md', import.meta.url), 'utf8');
  for (const { place, keys } of PLACE_KEYS) {
    const [, section = ''] = text.split(`\n### ${place}\n`);
    const [own = ''] = section.split('\n##');
    expect(own.split('\n').filter((line) => line.startsWith('| `'))).toEqual(keys.map(placeRow));
  }
});
