import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Diff } from '../../src/core/tool-call.ts';
import { placeDiffs } from '../../src/acp/place-diffs.ts';
import { createCallMemory } from '../../src/acp/call-memory.ts';
import { resolvePath } from '../../src/platform/resolve-path.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const FILE = 'one\ntwo\nthree\nfour\nthree and more\n';

async function openFile(text: string) {
  const folder = await tempDir({ 'a.txt': text });
  const calls = createCallMemory();
  const session = { calls, resolve: (file: string) => resolvePath(file, folder) };
  const lineOf = (diff: Partial<Diff>): number | undefined => {
    const shown: Diff = { path: 'a.txt', oldText: 'two\nthree', newText: 'TWO', ...diff };
    const call = placeDiffs(session, { id: 't', content: [{ type: 'diff', ...shown }] });
    calls.merge(call);
    const [item] = call.content ?? [];
    return item?.type === 'diff' ? item.line : undefined;
  };
  return { lineOf, write: (now: string) => writeFile(path.join(folder, 'a.txt'), now) };
}

test.each<[string, Partial<Diff>, number | undefined]>([
  ['the part that is to be changed', {}, 2],
  ['a part that begins within a line', { oldText: 'ur\nthree and' }, 4],
  ['a part that has been changed already', { oldText: 'TWO', newText: 'two\nthree' }, 2],
  ['the whole file', { oldText: FILE }, undefined],
  ['a part that is there twice', { oldText: 'three', newText: '3' }, undefined],
  ['a part that is not there', { oldText: 'six' }, undefined],
  ['a new file', { oldText: null, newText: 'two' }, undefined],
  ['a file that is not there', { path: 'b.txt' }, undefined],
  ['a folder', { path: '.' }, undefined],
])('%s has the number of its line', async (_what, diff, line) => {
  const { lineOf } = await openFile(FILE);
  expect(lineOf(diff)).toBe(line);
});

test('other line ends make no difference', async () => {
  const { lineOf } = await openFile(FILE.replaceAll('\n', '\r\n'));
  expect(lineOf({})).toBe(2);
});

test('what was taken out is known to have been where it was', async () => {
  const { lineOf, write } = await openFile(FILE);
  expect(lineOf({ newText: '' })).toBe(2);
  await write('one\nfour\n');
  expect(lineOf({ newText: '' })).toBe(2);
});
