import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolContent } from '../../../src/core/tool-call.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { fakeBackend } from '../fake-backend.ts';
import { openWith, text } from '../open-session.ts';

const FILE = 'one\ntwo\nthree\nfour\n';

/** What is shown of a fragment of the third line, in each of some updates of one call. */
async function shown(
  cwd: string,
  path: string,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<(number | undefined)[]> {
  const content: ToolContent[] = [{ type: 'diff', path, oldText: 'three', newText: '' }];
  const lines: (number | undefined)[] = [];
  const backend = fakeBackend(async (_blocks, { emit }) => {
    for (const status of ['pending', 'completed'] as const) {
      emit({ type: 'tool_call', call: { id: 'c', title: 'Edit', kind: 'edit', status, content } });
      await between();
    }
    return { stopReason: 'end_turn' };
  });
  const session = openWith(backend, { cwd, roots: [cwd] });
  session.onEvent((event) => {
    if (event.type !== 'tool_call') return;
    for (const part of event.call.content ?? []) if (part.type === 'diff') lines.push(part.line);
  });
  await session.prompt(text('go'));
  return lines;
}

test('a fragment has the line on which it stands in the file, also when it has gone since', async () => {
  const cwd = await tempDir({ 'a.txt': FILE });
  const path = join(cwd, 'a.txt');
  expect(await shown(cwd, path, () => writeFile(path, 'one\n'))).toEqual([3, 3]);
  await writeFile(path, FILE);
  expect(await shown(cwd, 'a.txt')).toEqual([3, 3]);
});

test('a file outside the workspace is not looked at, by whatever way its path leads there', async () => {
  const outside = await tempDir({ 'secret.txt': FILE });
  const cwd = await tempDir({});
  const secret = join(outside, 'secret.txt');
  await symlink(secret, join(cwd, 'link.txt'));
  await symlink(outside, join(cwd, 'folder'));
  for (const path of [secret, join(cwd, 'link.txt'), join(cwd, 'folder/secret.txt')])
    expect(await shown(cwd, path)).toEqual([undefined, undefined]);
});

test('a folder, a device and a file of more than 1 MB are not read', async () => {
  const cwd = await tempDir({ 'large.txt': FILE + ' '.repeat(1024 * 1024) });
  for (const path of [cwd, '/dev/zero', join(cwd, 'large.txt')])
    expect(await shown(cwd, path)).toEqual([undefined, undefined]);
});

test('who is asked about a fragment sees its line as well, and those around it', async () => {
  const cwd = await tempDir({ 'a.txt': FILE });
  const path = join(cwd, 'a.txt');
  const diff = { path, oldText: 'three', newText: '3' };
  const options = [{ id: 'no', label: 'No', kind: 'reject_once' }] as const;
  const backend = fakeBackend(async (_blocks, { gate }) => {
    await gate.answer(
      {
        kind: 'claim',
        title: 'Edit',
        toolKind: 'edit',
        paths: [{ given: path, real: path }],
        diffs: [diff],
      },
      [...options],
      { askedBy: 'agent' },
    );
    return { stopReason: 'end_turn' };
  });
  const session = openWith(backend, { cwd, roots: [cwd] });
  const ended = session.prompt(text('go'));
  await expect
    .poll(() => session.getState().questions)
    .toMatchObject([
      { request: { diffs: [{ path, oldText: FILE, newText: FILE.replace('three', '3'), line: 1 }] } },
    ]);
  session.answer(session.getState().questions[0]?.id ?? '', { outcome: 'cancelled' });
  await ended;
});
