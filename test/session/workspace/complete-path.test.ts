import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completePath } from '../../../src/session/workspace/workspace-files.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

async function places() {
  const cwd = await tempDir({ 'src/main.ts': '', 'src/mail/in.ts': '', '.git/x': '', 'a b.md': '' });
  const home = await tempDir({ 'notes/a.md': '' });
  return { cwd, home };
}

test('a path goes on as its folder has it: relative, at home, or from the root', async () => {
  const { cwd, home } = await places();
  const complete = (typed: string) => completePath(typed, { cwd, home });
  expect(await complete('src/ma')).toEqual(['src/mail/', 'src/main.ts']);
  expect(await complete('./s')).toEqual(['./src/']);
  expect(await complete('~/no')).toEqual(['~/notes/']);
  expect(await complete('~')).toEqual(['~/']);
  expect(await complete(`${cwd}/a`)).toEqual([`${cwd}/a b.md`]);
});

test('hidden names come when their dot is typed, and a link to a folder is one', async () => {
  const { cwd, home } = await places();
  await symlink(join(cwd, 'src'), join(cwd, 'link'));
  const complete = (typed: string) => completePath(typed, { cwd, home });
  expect(await complete('./')).toEqual(['./a b.md', './link/', './src/']);
  expect(await complete('.g')).toEqual(['.git/']);
  expect(await complete('gone/')).toEqual([]);
});
