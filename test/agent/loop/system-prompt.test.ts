import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProject, readProjectInstructions } from '../../../src/agent/loop/system-prompt.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

async function read(cwd: string) {
  const project = await findProject(cwd);
  const found = await readProjectInstructions(project);
  return { ...project, texts: found.map(({ text }) => text) };
}

test('one file of each folder up to the root of the repository is told, the nearest last', async () => {
  const root = await tempDir({
    '.git/HEAD': '',
    'AGENTS.md': 'of the root',
    'CLAUDE.md': 'not told',
    'a/SIMSE.md': ' \n',
    'a/CLAUDE.md': 'of a\n',
    'a/b/code.ts': '',
  });
  const { texts, isRepository } = await read(join(root, 'a/b'));
  expect(texts).toEqual(['of the root', 'of a']);
  expect(isRepository).toBe(true);
});

test('outside a repository only the folder itself speaks', async () => {
  const root = await tempDir({ 'AGENTS.md': 'of above', 'a/AGENTS.md': 'of a' });
  expect(await read(join(root, 'a'))).toMatchObject({ texts: ['of a'], isRepository: false });
});

test('a link within the project is followed, and none that leads out of it', async () => {
  const elsewhere = await tempDir({ secret: 'the key' });
  const root = await tempDir({ '.git/HEAD': '', 'docs/agents.md': 'of the docs', 'a/x': '' });
  await symlink('docs/agents.md', join(root, 'AGENTS.md'));
  await symlink(join(elsewhere, 'secret'), join(root, 'a/AGENTS.md'));
  expect((await read(join(root, 'a'))).texts).toEqual(['of the docs']);
});

test.skipIf(process.platform === 'win32')('a pipe, a device and a folder are passed over', async () => {
  const root = await tempDir({ '.git/HEAD': '', 'a/b/x': '' });
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'AGENTS.md')]);
  await symlink('/dev/zero', join(root, 'a/AGENTS.md'));
  await mkdir(join(root, 'a/b/AGENTS.md'));
  expect((await read(join(root, 'a/b'))).texts).toEqual([]);
});

test('files without an end are cut, and of many the nearest count', async () => {
  const long = 'x'.repeat(3_000_000);
  const root = await tempDir({
    '.git/HEAD': '',
    'AGENTS.md': 'of the root',
    'a/AGENTS.md': long,
    'a/b/AGENTS.md': long,
    'a/b/c/AGENTS.md': long,
  });
  const { texts } = await read(join(root, 'a/b/c'));
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toMatch(/^x{20000}\n\[The rest of the file is left out\.\]$/);
});
