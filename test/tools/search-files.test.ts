import { readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_MATCHES, searchFiles } from '../../src/tools/search-files.ts';
import { type Files, tempDir } from '../helpers/temp-dir.ts';

async function search(files: Files, regex: RegExp, refused: string[] = []) {
  const folder = await tempDir(files);
  await symlink('/etc/hostname', join(folder, 'link'));
  return searchFiles({
    folder,
    regex,
    signal: new AbortController().signal,
    async readText(path) {
      if (refused.includes(basename(path))) throw new Error('denied');
      return readFile(path, 'utf8');
    },
  });
}

test('matching lines come with their file and number', async () => {
  const { matches, files, more } = await search(
    { 'a.txt': 'one\ntwo\n', 'b/c.txt': 'zwei\nTwo\nnot two' },
    /two/,
  );
  expect(matches).toEqual([
    { path: 'a.txt', line: 2, text: 'two' },
    { path: 'b/c.txt', line: 3, text: 'not two' },
  ]);
  expect({ files, more }).toEqual({ files: 2, more: 0 });
});

test('binary files and links are passed over, files over 1 MB and refused ones are counted', async () => {
  const files = { 'a.bin': 'two\0', 'big.txt': 'two\n'.repeat(300_000), '.env': 'two', 'c.txt': 'two' };
  const { matches, tooLarge, refused } = await search(files, /two/, ['.env']);
  expect(matches.map(({ path }) => path)).toEqual(['c.txt']);
  expect({ tooLarge, refused }).toEqual({ tooLarge: 1, refused: 1 });
});

test('matches past the limit are counted', async () => {
  const { matches, more } = await search({ 'a.txt': 'x\n'.repeat(400), 'b.txt': 'x\n'.repeat(400) }, /x/);
  expect(matches).toHaveLength(MAX_MATCHES);
  expect(more).toBe(800 - MAX_MATCHES);
});

test('a pattern that takes for ever ends the search with a reason', async () => {
  const searching = search({ 'a.txt': `${'a'.repeat(60)}!` }, /^(a+)+$/);
  await expect(searching).rejects.toMatchObject({ code: 'limit', message: expect.stringContaining('(a+)+') });
});
