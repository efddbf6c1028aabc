import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDirectory, MAX_LISTED_ENTRIES } from '../../../src/agent/tools/list.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

test('folders come first, links say where they lead, nothing is left out', async () => {
  const dir = await tempDir({ 'b.txt': '', '.env': '', 'src/x': '', '.git/HEAD': '', '.gitignore': 'b.txt' });
  await symlink('../elsewhere', join(dir, 'a-link'));
  const { lines } = await listDirectory(dir);
  expect(lines).toEqual(['.git/', 'src/', '.env', '.gitignore', 'a-link -> ../elsewhere', 'b.txt']);
});

test('of very many entries the first are listed and the rest is counted', async () => {
  const dir = await tempDir(
    Object.fromEntries(Array.from({ length: MAX_LISTED_ENTRIES + 7 }, (_, index) => [`${index}`, ''])),
  );
  const { lines, more } = await listDirectory(dir);
  expect(lines).toHaveLength(MAX_LISTED_ENTRIES);
  expect(more).toBe(7);
});
