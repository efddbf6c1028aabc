import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tryLock, withLock } from '../../src/platform/process-lock.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { bundleFixture } from '../store/bundle-fixture.ts';

test('a lock that is held is not given a second time, and can be had once it was given back', async () => {
  const dir = await tempDir();
  const release = await tryLock(dir, 'pins');
  expect(await tryLock(dir, 'pins')).toBeNull();
  const other = await tryLock(dir, 'pin');
  await release?.();
  const again = await tryLock(dir, 'pins');
  expect(again).not.toBeNull();
  await again?.();
  await other?.();
  expect(await readdir(dir)).toEqual([]);
});

test('a lock that cannot be written is a failure that says so, and leaves nothing', async () => {
  const dir = await tempDir();
  await expect(tryLock(dir, 'x'.repeat(300))).rejects.toMatchObject({
    code: 'store_failed',
    message: expect.stringContaining('cannot be written'),
  });
  expect(await readdir(dir)).toEqual([]);
});

test('what many do under a lock happens one after the other', async () => {
  const dir = await tempDir({ count: '0' });
  const file = path.join(dir, 'count');
  const addOne = () =>
    withLock(dir, 'count', async () => {
      await writeFile(file, String(Number(await readFile(file, 'utf8')) + 1));
    });
  await Promise.all(Array.from({ length: 20 }, addOne));
  expect(await readFile(file, 'utf8')).toBe('20');
});

test('so does what several processes do, also past a lock that a crash left behind', async () => {
  const counter = await bundleFixture('platform/counter.ts');
  const dir = await tempDir({ count: '0', 'count-1.lock': { pid: 999_999_999, startedAt: '1' } });
  const run = () => promisify(execFile)(process.execPath, [counter, dir, '15']);
  await Promise.all([run(), run(), run()]);
  expect(await readFile(path.join(dir, 'count'), 'utf8')).toBe('45');
  expect((await readdir(dir)).sort()).toEqual(['count', 'count-1.lock']);
});

test('a task that fails gives the lock back', async () => {
  const dir = await tempDir();
  const failing = withLock(dir, 'pins', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await withLock(dir, 'pins', () => Promise.resolve('yes'))).toBe('yes');
});
