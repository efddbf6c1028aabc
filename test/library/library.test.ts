import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SimseError } from '../../src/core/errors.ts';
import type { Library, LibraryChange } from '../../src/core/ports/library.ts';
import { emptyLibrary } from './empty-library.ts';

test('what is shelved can be read back, also by an editor', async () => {
  const { library, dir } = await emptyLibrary();
  const entry = await library.shelve({
    topic: 'Code Style',
    title: 'Tabs: never',
    text: '# Indentation\n\nTwo blanks.\n',
    tags: ['Format', 'format', ' editor '],
    source: 'claude',
  });
  expect(entry).toMatchObject({
    id: 'code-style/tabs-never',
    topic: 'code-style',
    tags: ['format', 'editor'],
  });
  expect(await library.read(entry.id)).toEqual(entry);
  expect(await readFile(join(dir, 'code-style', 'tabs-never.md'), 'utf8')).toBe(
    `---\ntitle: "Tabs: never"\ntags:\n  - format\n  - editor\ncreated: ${entry.created}\nsource: claude\n---\n\n# Indentation\n\nTwo blanks.\n`,
  );
});

test('an entry without a title is called by its first heading or line', async () => {
  const { library } = await emptyLibrary();
  expect((await library.shelve({ topic: 'a', text: '\n## Build with pnpm\n\nnot npm' })).title).toBe(
    'Build with pnpm',
  );
  expect((await library.shelve({ topic: 'a', text: 'just a line\nand more' })).id).toBe('a/just-a-line');
});

test('entries of the same title get names of their own', async () => {
  const { library } = await emptyLibrary();
  const ids = await Promise.all(
    ['one', 'two', 'three'].map(
      async (text) => (await library.shelve({ topic: 't', title: 'Note', text })).id,
    ),
  );
  expect(ids.toSorted()).toEqual(['t/note', 't/note-2', 't/note-3']);
});

test('what is in the library already is refused, whatever its blanks and case', async () => {
  const { library } = await emptyLibrary();
  await library.shelve({ topic: 'build', title: 'Pnpm', text: 'Use  pnpm\nhere.' });
  await expect(library.shelve({ topic: 'other', text: 'use pnpm here.' })).rejects.toMatchObject({
    code: 'duplicate',
    message: 'The library already has this: build/pnpm.',
  });
  expect(await library.topics()).toEqual([{ topic: 'build', entries: 1 }]);
});

test('search finds words, their beginnings and mistyped ones, best first', async () => {
  const { library } = await emptyLibrary();
  await library.shelve({
    topic: 'build',
    title: 'Deployment',
    text: 'Production goes out by the release workflow.',
  });
  await library.shelve({
    topic: 'build',
    title: 'Workflow names',
    text: 'They are lower case. Nothing about shipping.',
  });
  await library.shelve({ topic: 'style', title: 'Commas', text: 'Trailing ones, always.' });
  const found = async (text: string): Promise<string[]> =>
    (await library.search({ text })).map(({ id }) => id);
  expect(await found('workflow')).toEqual(['build/workflow-names', 'build/deployment']);
  expect(await found('produc')).toEqual(['build/deployment']);
  expect(await found('deploiment')).toEqual(['build/deployment']);
  expect(await found('trailing workflow')).toHaveLength(3);
  expect(await found('nonsense')).toEqual([]);
});

test('search keeps to a topic and to tags', async () => {
  const { library } = await emptyLibrary();
  await library.shelve({ topic: 'one', title: 'A', text: 'cache keys', tags: ['ci', 'cache'] });
  await library.shelve({ topic: 'two', title: 'B', text: 'cache sizes', tags: ['cache'] });
  const found = async (filter: { topic?: string; tags?: string[] }): Promise<string[]> =>
    (await library.search({ text: 'cache', ...filter })).map(({ id }) => id).toSorted();
  expect(await found({})).toEqual(['one/a', 'two/b']);
  expect(await found({ topic: 'Two' })).toEqual(['two/b']);
  expect(await found({ tags: ['CI', 'cache'] })).toEqual(['one/a']);
  expect((await library.list({ tags: ['cache'], topic: 'two' })).map(({ id }) => id)).toEqual(['two/b']);
});

test('an excerpt shows the place that was found', async () => {
  const { library } = await emptyLibrary();
  const filler = 'Lorem ipsum dolor sit amet. '.repeat(20);
  await library.shelve({ topic: 't', title: 'Long', text: `${filler}The needle is here.\n${filler}` });
  const [hit] = await library.search({ text: 'needle' });
  expect(hit?.excerpt).toMatch(/^… .*The needle is here\. .* …$/);
});

test('a file that was written by hand is an entry, whatever its front matter', async () => {
  const { library, dir } = await emptyLibrary();
  await mkdir(join(dir, 'notes'), { recursive: true });
  const put = (name: string, text: string): Promise<void> =>
    writeFile(join(dir, 'notes', `${name}.md`), text);
  await put('plain', 'Only words.\n');
  await put('front', '---\r\ntitle: 12\r\ntags: a, b\r\ncreated: 2020-02-03\r\n---\r\nText\r\n');
  await put('broken', '---\ntitle: [unclosed\n---\nText two\n');
  await put('ruler', '---\nnot: mapped\n--- not closed\n');
  expect(await library.read('notes/plain')).toMatchObject({
    title: 'Only words.',
    tags: [],
    text: 'Only words.',
  });
  expect(await library.read('notes/front')).toMatchObject({
    title: '12',
    tags: ['a', 'b'],
    created: '2020-02-03T00:00:00.000Z',
    text: 'Text',
  });
  expect((await library.read('notes/broken')).text).toContain('title: [unclosed');
  expect((await library.list({})).map(({ id }) => id).toSorted()).toEqual([
    'notes/broken',
    'notes/front',
    'notes/plain',
    'notes/ruler',
  ]);
});

test('what is edited, added or removed by hand is what the next search finds', async () => {
  const { library, dir } = await emptyLibrary();
  await library.shelve({ topic: 't', title: 'A', text: 'alpha' });
  await library.shelve({ topic: 't', title: 'B', text: 'beta' });
  expect(await library.search({ text: 'alpha' })).toHaveLength(1);
  const file = join(dir, 't', 'a.md');
  await writeFile(file, 'gamma\n');
  await utimes(file, 1, 1);
  await rm(join(dir, 't', 'b.md'));
  await writeFile(join(dir, 't', 'c.md'), 'delta\n');
  const found = async (text: string): Promise<string[]> =>
    (await library.search({ text })).map(({ id }) => id);
  expect(await found('alpha')).toEqual([]);
  expect(await found('beta')).toEqual([]);
  expect(await found('gamma')).toEqual(['t/a']);
  expect(await found('delta')).toEqual(['t/c']);
});

test('a change by somebody else is told to whoever watches', async () => {
  const { library, dir } = await emptyLibrary({ watch: true });
  const changes: LibraryChange[] = [];
  library.onChange((more) => changes.push(...more));
  await library.list({});
  const { library: other } = await emptyLibrary({ dir });
  const { id } = await other.shelve({ topic: 'fresh', title: 'New', text: 'new' });
  await expect.poll(() => changes).toContainEqual({ id, kind: 'added' });
  await other.revise(id, { text: 'newer' });
  await expect.poll(() => changes).toContainEqual({ id, kind: 'changed' });
  await other.withdraw(id);
  await expect.poll(() => changes).toContainEqual({ id, kind: 'removed' });
});

test('the index on disk is used, and what changed since is found nevertheless', async () => {
  const { library, dir } = await emptyLibrary();
  for (let number = 0; number < 120; number += 1) {
    await library.shelve({ topic: `t${number % 7}`, title: `Entry ${number}`, text: `common word${number}` });
  }
  expect((await library.search({ text: 'word77' }))[0]?.id).toBe('t0/entry-77');
  await library[Symbol.asyncDispose]();
  expect(await readdir(join(dir, '.index'))).toEqual(['entries.json', 'search.json']);
  await writeFile(join(dir, 't0', 'entry-77.md'), 'entirely different\n');
  await writeFile(join(dir, 't1', 'later.md'), 'latecomer\n');
  const { library: next } = await emptyLibrary({ dir });
  expect((await next.search({ text: 'word33' }))[0]?.id).toBe('t5/entry-33');
  expect((await next.search({ text: 'different' })).map(({ id }) => id)).toEqual(['t0/entry-77']);
  expect((await next.search({ text: 'latecomer' })).map(({ id }) => id)).toEqual(['t1/later']);
});

test.each(['entries.json', 'search.json'])('a broken %s of the index is made anew', async (file) => {
  const { library, dir } = await emptyLibrary();
  for (let number = 0; number < 100; number += 1)
    await library.shelve({ topic: 't', text: `unique${number} note` });
  await library.search({ text: 'note' });
  await library[Symbol.asyncDispose]();
  await writeFile(join(dir, '.index', file), '{"version":1,"stamp":"');
  const { library: next } = await emptyLibrary({ dir });
  expect((await next.search({ text: 'unique42' }))[0]?.id).toBe('t/unique42-note');
});

test.each(['../secret', 'a/../../b', 'a/b/c', '/etc/passwd', 'a/.index', 'topic', ''])(
  'the id "%s" leads nowhere',
  async (id) => {
    const { library } = await emptyLibrary();
    await expect(library.read(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(library.withdraw(id)).rejects.toMatchObject({ code: 'not_found' });
  },
);

test('an entry is revised in place, and its topic goes with its last entry', async () => {
  const { library, dir } = await emptyLibrary();
  const { id, created } = await library.shelve({ topic: 't', title: 'A', text: 'one', tags: ['x'] });
  expect(await library.revise(id, { text: 'two' })).toMatchObject({
    id,
    created,
    title: 'A',
    tags: ['x'],
    text: 'two',
  });
  expect((await library.withdraw(id)).text).toBe('two');
  expect(await library.topics()).toEqual([]);
  expect(await readdir(dir)).toEqual(['.index']);
});

test('an entry without words, or with far too many, is refused', async () => {
  const { library } = await emptyLibrary();
  await expect(library.shelve({ topic: 't', text: ' \n' })).rejects.toMatchObject({ code: 'usage' });
  await expect(library.shelve({ topic: '…', text: 'x' })).rejects.toMatchObject({ code: 'usage' });
  await expect(library.shelve({ topic: 't', text: 'x'.repeat(500_001) })).rejects.toMatchObject({
    code: 'limit',
  });
});

test('a search that comes while the folder is still being looked at finds what is there', async () => {
  const { library: writer, dir } = await emptyLibrary();
  await writer.shelve({ topic: 'build', text: 'Releases go out on Fridays.' });
  for (let ticks = 0; ticks < 20; ticks += 1) {
    const { library } = await emptyLibrary({ dir, watch: true });
    library.onChange(() => {});
    for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await library.search({ text: 'friday' })).toHaveLength(1);
  }
});

test('what was just shelved is a duplicate at once, also while others are looking', async () => {
  const { library } = await emptyLibrary({ watch: true });
  const looking = Array.from({ length: 10 }, () => library.list({}));
  await library.shelve({ topic: 'build', text: 'Releases go out on Fridays.' });
  await expect(library.shelve({ topic: 'other', text: 'Releases go out on Fridays.' })).rejects.toMatchObject(
    { code: 'duplicate' },
  );
  await Promise.all(looking);
});

test('of several that shelve the same at once all but one are refused, whichever simse they run in', async () => {
  const { library: one, dir } = await emptyLibrary({ watch: true });
  const { library: other } = await emptyLibrary({ dir });
  const shelve = (library: Library) =>
    library.shelve({ topic: 'build', text: 'Releases go out on Fridays.' }).then(
      () => 'kept',
      (error: SimseError) => error.code,
    );
  const outcomes = await Promise.all([one, one, other, other].map(shelve));
  expect(outcomes.toSorted()).toEqual(['duplicate', 'duplicate', 'duplicate', 'kept']);
  expect(await one.list({})).toHaveLength(1);
});
