import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answersTo } from './answers-to.ts';
import { createFakeGate } from './fake-gate.ts';

const read = (path: string, more: object = {}) => ({
  call: { method: 'fs/read_text_file', params: { sessionId: 's1', path, ...more } },
});
const write = (path: string, content: string) => ({
  call: { method: 'fs/write_text_file', params: { sessionId: 's1', path, content } },
});
const gateThatDenies = () => createFakeGate({ authorize: () => false });

test('an agent reads a file, or some lines of it', async () => {
  const { answers, mock } = await answersTo(
    [
      read('$cwd/a.txt'),
      read('$cwd/a.txt', { line: 2, limit: 2 }),
      read('$cwd/a.txt', { line: 4 }),
      read('$cwd/a.txt', { line: 9, limit: 1 }),
      read('$cwd/a.txt', { line: null, limit: null }),
      read('a.txt', { limit: 1 }),
      read('file://$cwd/a.txt', { limit: 0 }),
    ],
    { prepare: (folder) => writeFile(join(folder, 'a.txt'), '\ufeffeins\r\nzwei\ndrei\nvier') },
  );
  expect(answers.map(({ content }) => content)).toEqual([
    '\ufeffeins\r\nzwei\ndrei\nvier',
    'zwei\ndrei\n',
    'vier',
    '',
    '\ufeffeins\r\nzwei\ndrei\nvier',
    '\ufeffeins\r\n',
    '',
  ]);
  expect(mock.gate.asked[0]?.request).toMatchObject({
    kind: 'read',
    path: { given: join(mock.folder, 'a.txt') },
  });
});

test('the lines of a very large file are read, the whole of it is not', async () => {
  const { answers } = await answersTo([read('$cwd/big.txt', { limit: 2 }), read('$cwd/big.txt')], {
    async prepare(folder) {
      await writeFile(join(folder, 'big.txt'), 'one\ntwo\nthree\n');
      await truncate(join(folder, 'big.txt'), 300 * 1024 * 1024);
    },
  });
  expect(answers).toMatchObject([
    { content: 'one\ntwo\n' },
    { code: -32602, message: expect.stringContaining('read part of it') },
  ]);
});

test.each([
  ['a missing file', '$cwd/none.txt', -32002, 'Resource not found'],
  ['a file below a file', '$cwd/a.txt/b', -32002, 'Resource not found'],
  ['a folder', '$cwd', -32602, 'is a folder'],
  ['a device', '/dev/zero', -32602, 'is not a regular file'],
  ['a picture', '$cwd/picture.png', -32602, 'is not a UTF-8 text file'],
  ['no path', 7, -32602, 'path must be a string'],
])('%s is refused with its reason', async (_case, path, code, message) => {
  const { answers } = await answersTo([read(path as string)], {
    async prepare(folder) {
      await writeFile(join(folder, 'a.txt'), '');
      await writeFile(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]));
    },
  });
  expect(answers).toMatchObject([{ code, message: expect.stringContaining(message) }]);
});

test('what the gate denies is answered with the reason, and not done', async () => {
  const { answers, mock } = await answersTo([read('$cwd/a.txt'), write('$cwd/b.txt', 'x')], {
    gate: gateThatDenies(),
    prepare: (folder) => writeFile(join(folder, 'a.txt'), 'secret'),
  });
  expect(answers).toMatchObject([
    { code: -32003, message: expect.stringContaining('the test denies it') },
    { code: -32003, message: expect.stringContaining('the test denies it') },
  ]);
  await expect(stat(join(mock.folder, 'b.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an agent writes a file, with the folders on the way, and the gate sees the real change', async () => {
  const { answers, mock } = await answersTo([
    write('$cwd/new/deep/a.txt', 'eins'),
    write('$cwd/new/deep/a.txt', 'zwei'),
  ]);
  const path = join(mock.folder, 'new/deep/a.txt');
  expect(answers).toEqual([{}, {}]);
  expect(await readFile(path, 'utf8')).toBe('zwei');
  expect(mock.gate.asked.map(({ request }) => request)).toMatchObject([
    { kind: 'edit', path: { given: path, real: path }, diff: { path, oldText: null, newText: 'eins' } },
    { kind: 'edit', diff: { oldText: 'eins', newText: 'zwei' } },
  ]);
});

test('a link that leads out is seen by the gate for what it is', async () => {
  const { mock } = await answersTo([write('$cwd/link/passwd', 'x')], {
    gate: gateThatDenies(),
    prepare: (folder) => symlink('/etc', join(folder, 'link')),
  });
  expect(mock.gate.asked[0]?.request).toMatchObject({ path: { real: '/etc/passwd' } });
});

test('a folder is not written over', async () => {
  const { answers } = await answersTo([write('$cwd/folder', 'x')], {
    prepare: (folder) => mkdir(join(folder, 'folder')).then(() => {}),
  });
  expect(answers).toMatchObject([{ code: -32602, message: expect.stringContaining('is a folder') }]);
});

test('a write that the user has just allowed in the agent’s own question is not asked again', async () => {
  const ask = (newText: string) => ({
    call: {
      method: 'session/request_permission',
      params: {
        sessionId: 's1',
        toolCall: {
          toolCallId: 't1',
          kind: 'edit',
          content: [{ type: 'diff', path: '$cwd/a.txt', oldText: 'b', newText }],
        },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      },
    },
  });
  const { mock } = await answersTo(
    [
      ask('B'),
      write('$cwd/a.txt', 'a\nB\nc'),
      write('$cwd/a.txt', 'a\nB\nc'),
      ask('x'),
      write('$cwd/a.txt', 'all else'),
    ],
    { prepare: (folder) => writeFile(join(folder, 'a.txt'), 'a\nb\nc') },
  );
  const edits = mock.gate.asked.filter(({ request }) => request.kind === 'edit');
  expect(edits.map(({ context }) => context.alreadyAllowed === true)).toEqual([true, false, false]);
});

test('for an agent that needs it, a missing file reads as empty', async () => {
  const result = { protocolVersion: 1, agentInfo: { name: 'gemini-cli', version: '1' } };
  const { answers } = await answersTo([read('$cwd/none.txt')], { on: { initialize: [{ result }] } });
  expect(answers).toEqual([{ content: '' }]);
});

test('what somebody else writes while the question is open is not overwritten', async () => {
  let path = '';
  const gate = createFakeGate({
    async authorize() {
      await writeFile(path, 'mine');
      return true;
    },
  });
  const { answers } = await answersTo([write('$cwd/a.txt', 'new')], {
    gate,
    async prepare(folder) {
      path = join(folder, 'a.txt');
      await writeFile(path, 'old');
    },
  });
  expect(answers).toMatchObject([{ message: expect.stringContaining('changed on disk') }]);
  expect(await readFile(path, 'utf8')).toBe('mine');
});

test.runIf(existsSync('/proc/self/pagemap'))(
  'a file of the system without an end is not read to its end',
  async () => {
    const { mock } = await answersTo([write('/proc/self/pagemap', 'x')], { gate: gateThatDenies() });
    expect(mock.gate.asked[0]?.request).toMatchObject({ diff: { oldText: '', oldBytes: 0 } });
  },
);
