import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type JudgedFile, withJudgedFile } from '../../src/platform/judged-file.ts';
import { tempDir } from '../helpers/temp-dir.ts';

/** Exchanges `dir` for a link outside and back, as fast as it can, in a process of its own. */
async function swapForEver(folder: string, outside: string): Promise<void> {
  const script = `
    const { renameSync, rmSync, symlinkSync, writeFileSync } = require('node:fs');
    const [folder, outside] = process.argv.slice(1);
    const [dir, link, kept] = ['dir', 'link', 'kept'].map((name) => folder + '/' + name);
    symlinkSync(outside, link);
    for (let round = 0; ; round += 1) {
      renameSync(dir, kept);
      try {
        renameSync(link, dir);
        renameSync(dir, link);
      } catch {
        // The other side has just made a folder there.
      }
      for (let back = false; !back; ) {
        try {
          rmSync(dir, { recursive: true, force: true });
          renameSync(kept, dir);
          back = true;
        } catch {
          // And again.
        }
      }
      if (round === 10) writeFileSync(folder + '/ready', '');
    }`;
  const child = spawn(process.execPath, ['-e', script, folder, outside], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    expect(child.exitCode).toBeNull();
    child.kill('SIGKILL');
    await exited;
  });
  await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true);
}

async function readAll(file: JudgedFile): Promise<string> {
  const handle = await file.open();
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

test('a folder that is exchanged for a link all the time leads nothing outside', async () => {
  const folder = await tempDir({ 'dir/mine.txt': 'mine' });
  const outside = await tempDir({ 'mine.txt': 'secret' });
  await swapForEver(folder, outside);
  const made = { makeFolders: true };
  let written = 0;
  let seen = 0;
  for (let round = 0; round < 1000 || (written < 5 && round < 50_000); round += 1) {
    await withJudgedFile(join(folder, `dir/sub/${round}.txt`), (file) => file.replace('x'), made).then(
      () => (written += 1),
      () => {},
    );
    const text = await withJudgedFile(join(folder, 'dir/mine.txt'), readAll).catch(() => 'mine');
    if (text !== 'mine') seen += 1;
  }
  expect({ seen, outside: await readdir(outside) }).toEqual({ seen: 0, outside: ['mine.txt'] });
  expect(written).toBeGreaterThan(0);
});

test.each([true, false])(
  'a file is written, read and removed as it was judged (held: %s)',
  async (canHold) => {
    const folder = await tempDir({ 'a.txt': 'a' });
    const inNew = join(folder, 'new/deep/b.txt');
    await withJudgedFile(inNew, (file) => file.replace('b'), { makeFolders: true, canHold });
    expect(await readFile(inNew, 'utf8')).toBe('b');
    await withJudgedFile(inNew, (file) => file.remove(), { canHold });
    expect(await readdir(dirname(inNew))).toEqual([]);
    await symlink(dirname(inNew), join(folder, 'link'));
    const through = withJudgedFile(join(folder, 'link/b.txt'), (file) => file.replace('b'), { canHold });
    await expect(through).rejects.toMatchObject({ code: 'denied' });
    const missing = withJudgedFile(join(folder, 'none/b.txt'), (file) => file.replace('b'), { canHold });
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
    const below = withJudgedFile(join(folder, 'a.txt/b'), (file) => file.open(), { canHold });
    await expect(below).rejects.toMatchObject({ code: 'ENOTDIR' });
  },
);

test('where a folder cannot be held, one that is exchanged before the file gets its name is left alone', async () => {
  const folder = await tempDir({ 'dir/a.txt': 'a', 'other/a.txt': 'other' });
  const act = withJudgedFile(
    join(folder, 'dir/a.txt'),
    async (file) => {
      await rename(join(folder, 'dir'), join(folder, 'kept'));
      await symlink('other', join(folder, 'dir'));
      await file.replace('x');
    },
    { canHold: false },
  );
  await expect(act).rejects.toMatchObject({ code: 'denied' });
  expect(await readFile(join(folder, 'other/a.txt'), 'utf8')).toBe('other');
});
