import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFiles, MAX_FOUND_FILES, splitGlob } from '../../src/tools/find-files.ts';
import { type Files, tempDir } from '../helpers/temp-dir.ts';

const { signal } = new AbortController();

async function find(files: Files, pattern: string): Promise<string[]> {
  const { folder, glob, anyDepth } = splitGlob(pattern);
  const found = await findFiles({ folder: join(await tempDir(files), folder), glob, anyDepth, signal });
  return found.files;
}

const TREE = {
  'a.ts': '',
  'src/b.ts': '',
  'src/deep/c.ts': '',
  'src/c.js': '',
  '.github/ci.yml': '',
  'we[ir]d.ts': '',
};

test.each<[pattern: string, found: string[]]>([
  ['*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'we[ir]d.ts']],
  ['c.*', ['src/c.js', 'src/deep/c.ts']],
  ['*.yml', ['.github/ci.yml']],
  ['b.ts', ['src/b.ts']],
  ['./*.ts', ['a.ts', 'we[ir]d.ts']],
  ['**/*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'we[ir]d.ts']],
  ['src/*.ts', ['b.ts']],
  ['src/**/*.{ts,js}', ['b.ts', 'c.js', 'deep/c.ts']],
  ['src/deep/c.ts', ['c.ts']],
  ['nothing*', []],
])('%s is looked for in the right folder', async (pattern, found) => {
  expect(await find(TREE, pattern)).toEqual(found);
});

test('of 5,000 files a thousand are listed and the rest is counted', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`d${index % 50}/${index}.txt`, '']),
  );
  const folder = await tempDir(files);
  const found = await findFiles({ folder, glob: '*.txt', anyDepth: true, signal });
  expect(found.files).toHaveLength(MAX_FOUND_FILES);
  expect(found.more).toBe(4000);
});
