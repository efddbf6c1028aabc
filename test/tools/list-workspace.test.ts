import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { listWorkspace } from '../../src/tools/list-workspace.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const FILES = {
  'src/a.ts': 'a',
  'src/b c.ts': 'b',
  'dist/a.js': '',
  '.gitignore': 'dist/\n',
};

async function list(folder: string): Promise<{ files: string[]; changed: string[] }> {
  const files: string[] = [];
  const signal = new AbortController().signal;
  const changed = await listWorkspace({
    folder,
    env: process.env,
    onFile: (path) => files.push(path),
    signal,
  });
  return { files: files.sort(), changed };
}

const git = (folder: string, ...args: string[]) =>
  execa('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.org', ...args], { cwd: folder });

test('what git ignores is left out, with git and without it', async () => {
  const folder = await tempDir(FILES);
  const expected = { files: ['.gitignore', 'src/a.ts', 'src/b c.ts'], changed: [] };
  expect(await list(folder)).toEqual(expected);
  await git(folder, 'init', '-q');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '-q', '-m', 'first');
  expect(await list(folder)).toEqual(expected);
});

test('what was changed last comes first; what is gone is not listed', async () => {
  const folder = await tempDir(FILES);
  await git(folder, 'init', '-q');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '-q', '-m', 'first');
  await rm(join(folder, 'src/a.ts'));
  await writeFile(join(folder, 'src/b c.ts'), 'changed');
  await writeFile(join(folder, 'new.ts'), '');
  await utimes(join(folder, 'src/b c.ts'), 1000, 1000);
  await utimes(join(folder, 'new.ts'), 2000, 2000);
  expect(await list(folder)).toEqual({
    files: ['.gitignore', 'new.ts', 'src/b c.ts'],
    changed: ['new.ts', 'src/b c.ts'],
  });
});

test('a folder of a repository lists its own files, by their names in it', async () => {
  const folder = await tempDir(FILES);
  await git(folder, 'init', '-q');
  expect((await list(join(folder, 'src'))).files).toEqual(['a.ts', 'b c.ts']);
});

test('a repository cannot have a program run by it', async () => {
  const folder = await tempDir(FILES);
  await git(folder, 'init', '-q');
  await git(folder, 'config', 'core.fsmonitor', `touch ${join(folder, 'ran')}; false`);
  expect((await list(folder)).files).not.toContain('ran');
});

test('a folder that is not there has no files', async () => {
  expect(await list('/nowhere/at/all')).toEqual({ files: [], changed: [] });
});
