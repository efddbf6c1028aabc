import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadText } from '../../src/tools/read-text.ts';
import { tempDir } from '../helpers/temp-dir.ts';

test.each([
  [undefined, 'one\r\ntwo\nthree'],
  [{ line: 1, limit: 1 }, 'one\r\n'],
  [{ line: 2 }, 'two\nthree'],
  [{ line: 2, limit: 9 }, 'two\nthree'],
  [{ line: 9, limit: 1 }, ''],
])('lines %j of a file keep their line breaks', async (range, text) => {
  const dir = await tempDir({ 'a.txt': 'one\r\ntwo\nthree' });
  expect(await loadText(join(dir, 'a.txt'), range)).toBe(text);
});

test('a binary file and a folder are refused with the reason', async () => {
  const dir = await tempDir({ 'a.bin': 'a\0b' });
  await expect(loadText(join(dir, 'a.bin'))).rejects.toThrow('is a binary file');
  await expect(loadText(dir)).rejects.toThrow('is not a file');
});

test.skipIf(process.platform === 'win32')('a pipe is refused at once, not waited for', async () => {
  const pipe = join(await tempDir(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  await expect(loadText(pipe)).rejects.toThrow('is not a file');
});
