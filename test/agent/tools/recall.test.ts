import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type AgentLibrary, recall } from '../../../src/agent/tools/library.ts';
import { openLibrary } from '../../../src/library/open-library.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

const ENTRIES = [
  {
    topic: 'build',
    title: 'How to release',
    text: 'Releases of the checkout service are built with make release.',
  },
  { topic: 'style', title: 'Names', text: 'Branches are named after their ticket.' },
  {
    topic: 'long',
    title: 'Database',
    text: `The database password rotates weekly.\u001b[31m${'x'.repeat(5000)}`,
  },
];

async function libraryWith(
  entries: readonly { topic: string; title: string; text: string }[],
): Promise<AgentLibrary> {
  const library = openLibrary({ dir: join(await tempDir(), 'library'), watch: false });
  onTestFinished(() => library[Symbol.asyncDispose]());
  for (const entry of entries) await library.shelve(entry);
  return {
    tools: async () => [],
    instructions: '',
    search: (text, limit) => library.search({ text, limit }),
    read: (id) => library.read(id),
  };
}

test('what the library has about a prompt comes with it, once', async () => {
  const library = await libraryWith(ENTRIES);
  const told = new Set<string>();
  const prompt = 'build a new release of the checkout service';
  const found = await recall(library, prompt, told);
  expect(found).toContain('make release');
  expect(found).not.toContain('Branches');
  expect(await recall(library, prompt, told)).toBeNull();
});

test.each([
  'go on',
  'checkout release',
  'please do that with the other file as well',
  'rewrite the parser in rust',
])('nothing comes with "%s"', async (prompt) => {
  expect(await recall(await libraryWith(ENTRIES), prompt, new Set())).toBeNull();
});

test('an entry is cleaned and cut', async () => {
  const found = await recall(
    await libraryWith(ENTRIES),
    'where does the database password come from',
    new Set(),
  );
  expect(found).toContain('password rotates');
  expect(found).not.toContain('\u001b');
  expect(found?.length).toBeLessThan(2500);
});

test('a library that cannot be read holds no prompt up', async () => {
  const broken: AgentLibrary = {
    tools: async () => [],
    instructions: '',
    search: () => Promise.reject(new Error('broken')),
    read: () => Promise.reject(new Error('broken')),
  };
  expect(await recall(broken, 'build a new release of checkout', new Set())).toBeNull();
});
