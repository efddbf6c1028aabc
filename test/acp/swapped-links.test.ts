import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { answersTo } from './answers-to.ts';
import { createFakeGate } from './fake-gate.ts';

const write = (path: string, content = 'evil') => ({
  call: { method: 'fs/write_text_file', params: { sessionId: 's1', path, content } },
});
const read = (path: string) => ({
  call: { method: 'fs/read_text_file', params: { sessionId: 's1', path } },
});
const run = (cwd: string) => ({
  call: { method: 'terminal/create', params: { sessionId: 's1', command: 'touch', args: ['ran'], cwd } },
});

/** Runs one step; while its question is open, `swap` changes the session's folder. `outside` is a folder beside it. */
async function swapped(
  step: (outside: string) => object,
  prepare: (folder: string, outside: string) => Promise<unknown>,
  swap: (folder: string, outside: string) => Promise<unknown>,
) {
  const outside = await tempDir({ 'secret.txt': 'secret', 'sub/secret.txt': 'secret' });
  let folder = '';
  const gate = createFakeGate({
    async authorize() {
      await swap(folder, outside);
      return true;
    },
  });
  const { answers } = await answersTo([{ ...step(outside) }], {
    gate,
    async prepare(sessionFolder) {
      folder = sessionFolder;
      await prepare(folder, outside);
    },
  });
  return { answer: answers[0], folder, outside };
}

async function replaceByLink(path: string, target: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await symlink(target, path);
}

const NEW = (outside: string) => join(outside, 'new.txt');

test.each<[string, string, (folder: string, outside: string) => Promise<unknown>]>([
  ['the folder', '$cwd/dir/new.txt', (folder, outside) => replaceByLink(join(folder, 'dir'), outside)],
  [
    'a folder further up',
    '$cwd/dir/sub/new.txt',
    (folder, outside) => replaceByLink(join(folder, 'dir'), outside),
  ],
  [
    'a folder that is still to be made',
    '$cwd/made/new.txt',
    (folder, outside) => symlink(outside, join(folder, 'made')),
  ],
  [
    'a folder on the way to one that is still to be made',
    '$cwd/dir/made/deep/new.txt',
    (folder, outside) => replaceByLink(join(folder, 'dir'), outside),
  ],
  ['the file', '$cwd/dir/new.txt', (folder, outside) => symlink(NEW(outside), join(folder, 'dir/new.txt'))],
])(
  'a link that takes the place of %s while the question is open leads no write outside',
  async (_what, path, swap) => {
    const { answer, folder, outside } = await swapped(
      () => write(path),
      (at) => mkdir(join(at, 'dir/sub'), { recursive: true }),
      swap,
    );
    expect(answer).toMatchObject({ message: expect.stringMatching(/leads|link/) });
    expect((await readdir(outside)).toSorted()).toEqual(['secret.txt', 'sub']);
    expect(await readdir(join(outside, 'sub'))).toEqual(['secret.txt']);
    expect(await readdir(folder, { recursive: true })).not.toContain('evil');
  },
);

test('a link that leads to another file by the time it is written changes neither', async () => {
  const { answer, folder, outside } = await swapped(
    () => write('$cwd/link'),
    async (at) => {
      await writeFile(join(at, 'a.txt'), 'a');
      await symlink('a.txt', join(at, 'link'));
    },
    (at, beside) => replaceByLink(join(at, 'link'), join(beside, 'secret.txt')),
  );
  expect(answer).toMatchObject({ message: expect.stringContaining('leads to another file') });
  expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('a');
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
});

test.each<[string, (folder: string, outside: string) => Promise<unknown>]>([
  [
    'the file',
    (folder, outside) => replaceByLink(join(folder, 'dir/secret.txt'), join(outside, 'secret.txt')),
  ],
  ['its folder', (folder, outside) => replaceByLink(join(folder, 'dir'), outside)],
])(
  'a link that takes the place of %s while the question is open leads no reading outside',
  async (_what, swap) => {
    const { answer } = await swapped(
      () => read('$cwd/dir/secret.txt'),
      async (folder) => {
        await mkdir(join(folder, 'dir'));
        await writeFile(join(folder, 'dir/secret.txt'), 'mine');
      },
      swap,
    );
    expect(answer).toMatchObject({ message: expect.stringContaining('link') });
  },
);

test('a command does not run where a link leads that took the place of its directory', async () => {
  const { answer, outside } = await swapped(
    () => run('$cwd/dir'),
    (folder) => mkdir(join(folder, 'dir')),
    (folder, beside) => replaceByLink(join(folder, 'dir'), beside),
  );
  expect(answer).toMatchObject({ message: expect.stringContaining('leads elsewhere') });
  expect(await readdir(outside)).not.toContain('ran');
});
