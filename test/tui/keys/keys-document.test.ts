import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { chordLabel } from '../../../src/tui/keys/chord.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import type { KeyBinding } from '../../../src/tui/keys/keymap.ts';

/** A row of the tables in docs/keys.md. */
function row({ name, chords, help }: KeyBinding): string {
  return `| \`${name}\` | ${chords.map(chordLabel).join(', ')} | ${help.replaceAll('\\', '\\\\')} |`;
}

const GROUPS = [...new Set(DEFAULT_KEYMAP.bindings.map(({ group }) => group))];

test.each(GROUPS)('docs/keys.md has every key of "%s" as the REPL has it', async (group) => {
  const text = await readFile(new URL('../../../docs/keys.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split(`\n### ${group}\n`);
  const [own = ''] = section.split('\n##');
  const rows = own.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(DEFAULT_KEYMAP.bindings.filter((binding) => binding.group === group).map(row));
});

test('docs/keys.md has no keys of a place that there is not', async () => {
  const text = await readFile(new URL('../../../docs/keys.md', import.meta.url), 'utf8');
  const titles = text.split('\n### ').filter((section) => section.includes('| action | keys |'));
  expect(titles.map((section) => section.split('\n')[0])).toEqual(GROUPS);
});
