import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answersTo } from './answers-to.ts';
import { createFakeGate } from './fake-gate.ts';
import type { Mock, Step } from './start-mock.ts';

const FILE = Array.from({ length: 81 }, (_, index) => `line ${index + 1}\n`).join('');
const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const ask = (toolCall: object): Step => ({
  call: {
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: { toolCallId: 't1', ...toolCall }, options: OPTIONS },
  },
});
const askEdit = (...diffs: object[]): Step =>
  ask({ kind: 'edit', content: diffs.map((diff) => ({ type: 'diff', path: '$cwd/a.txt', ...diff })) });
const write = (content: string, path = '$cwd/a.txt'): Step => ({
  call: { method: 'fs/write_text_file', params: { sessionId: 's1', path, content } },
});
const run = (command: string, more: object = {}): Step => ({
  call: { method: 'terminal/create', params: { sessionId: 's1', command, ...more } },
});

/** Runs the steps in a folder with a.txt; whether each write and command passed since it was allowed before. */
async function passed(steps: Step[], prepare: (folder: string) => Promise<unknown> = async () => {}) {
  const { mock } = await answersTo(steps, {
    async prepare(folder) {
      await writeFile(join(folder, 'a.txt'), FILE);
      await prepare(folder);
    },
  });
  return effectsOf(mock).map(({ context }) => context.alreadyAllowed === true);
}

function effectsOf({ gate }: Mock) {
  return gate.asked.filter(({ request }) => request.kind === 'edit' || request.kind === 'shell');
}

const LINE = { oldText: 'line 40\n', newText: 'line forty\n' };
const AFTER = FILE.replace('line 40\n', 'line forty\n');

test('approving one line does not let the whole file be replaced by that line', async () => {
  const gate = createFakeGate({ authorize: (_request, { alreadyAllowed }) => alreadyAllowed === true });
  const { mock, answers } = await answersTo([askEdit(LINE), write(LINE.newText)], {
    gate,
    prepare: (folder) => writeFile(join(folder, 'a.txt'), FILE),
  });
  expect(answers[1]).toMatchObject({ code: -32003 });
  expect(await readFile(join(mock.folder, 'a.txt'), 'utf8')).toBe(FILE);
});

test.each<[string, Step[], boolean[]]>([
  ['the line that was shown', [askEdit(LINE), write(AFTER)], [true]],
  ['the whole file that was shown', [askEdit({ oldText: FILE, newText: 'x' }), write('x')], [true]],
  ['another change of the file', [askEdit(LINE), write(`${AFTER}more\n`)], [false]],
  [
    'the same change a second time',
    [askEdit(LINE), write(AFTER), write(FILE), write(AFTER)],
    [true, false, false],
  ],
  ['a write before the question', [write(AFTER), askEdit(LINE)], [false]],
  ['another file', [askEdit(LINE), write(AFTER, '$cwd/b.txt')], [false]],
  [
    'a change of the file as it was when it was asked',
    [askEdit(LINE), write('', '$cwd/a.txt'), write(LINE.newText)],
    [false, false],
  ],
  [
    'the second of two questions about the file as it was before the first',
    [
      askEdit(LINE),
      askEdit({ oldText: 'line 41\n', newText: '' }),
      write(AFTER),
      write(AFTER.replace('line 41\n', '')),
    ],
    [true, false],
  ],
  [
    'all changes of a file together',
    [askEdit(LINE, { oldText: 'line 41\n', newText: '' }), write(AFTER.replace('line 41\n', ''))],
    [true],
  ],
  ['one of two changes', [askEdit(LINE, { oldText: 'line 41\n', newText: '' }), write(AFTER)], [false]],
  [
    'a part that stands in the file twice',
    [askEdit({ oldText: 'line 4', newText: 'x' }), write(FILE.replace('line 4', 'x'))],
    [false],
  ],
  [
    'a part that overlaps itself',
    [write('aaa'), askEdit({ oldText: 'aa', newText: 'b' }), write('ba')],
    [false, false],
  ],
  ['a part that is not in the file', [askEdit({ oldText: 'no line', newText: 'x' }), write('x')], [false]],
  ['a new file', [askEdit({ path: '$cwd/new.txt', newText: 'x' }), write('x', '$cwd/new.txt')], [true]],
  [
    'a file that the agent called new, and of which was shown what goes',
    [askEdit({ newText: 'x' }), write('x')],
    [true],
  ],
  ['more than the file that the agent called new', [askEdit({ newText: 'x' }), write(`${FILE}x`)], [false]],
  [
    'a new file that is there by then',
    [askEdit({ path: '$cwd/new.txt', newText: 'x' }), write('y', '$cwd/new.txt'), write('x', '$cwd/new.txt')],
    [false, false],
  ],
  [
    'a change that was shown beside a command',
    [
      ask({
        kind: 'edit',
        content: [{ type: 'diff', path: '$cwd/a.txt', ...LINE }],
        rawInput: { command: 'true' },
      }),
      write(AFTER),
    ],
    [false],
  ],
])('what was allowed covers exactly its own effect: %s', async (_what, steps, expected) => {
  expect(await passed(steps)).toEqual(expected);
});

test('a change that was shown under another path of the same file is allowed, and of another file not', async () => {
  const steps = [
    askEdit(LINE),
    write(AFTER, '$cwd/link.txt'),
    askEdit(LINE),
    write(AFTER, '$cwd/other/a.txt'),
  ];
  const links = async (folder: string): Promise<void> => {
    await symlink('a.txt', join(folder, 'link.txt'));
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'other/a.txt'), FILE);
  };
  expect(await passed(steps, links)).toEqual([true, false]);
});

test.each(['allow_once', 'allow_always'])(
  'a rejection is none of the approval (%s) that the agent has given the same id',
  async (kind) => {
    const options = [
      { optionId: 'x', name: 'Yes', kind },
      { optionId: 'x', name: 'No', kind: 'reject_once' },
    ];
    const content = [{ type: 'diff', path: '$cwd/a.txt', ...LINE }];
    const toolCall = { toolCallId: 't1', kind: 'edit', content };
    const question: Step = {
      call: { method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } },
    };
    const gate = createFakeGate({
      answer: (offered) => offered.find((option) => option.kind === 'reject_once')?.id ?? null,
      authorize: (_request, { alreadyAllowed }) => alreadyAllowed === true,
    });
    const { mock, answers } = await answersTo([question, write(AFTER)], {
      gate,
      prepare: (folder) => writeFile(join(folder, 'a.txt'), FILE),
    });
    expect(answers).toMatchObject([{ code: -32602 }, { code: -32003 }]);
    expect(await readFile(join(mock.folder, 'a.txt'), 'utf8')).toBe(FILE);
  },
);

test('an approved change of an empty file does not replace one that is too large to show', async () => {
  let file = '';
  const gate = createFakeGate({
    async authorize({ kind }) {
      if (kind === 'shell') await truncate(file, 65 * 1024 * 1024);
      return true;
    },
  });
  const edit = askEdit({ path: '$cwd/empty.txt', newText: 'x' });
  const { mock } = await answersTo([edit, run('true'), write('x', '$cwd/empty.txt')], {
    gate,
    async prepare(folder) {
      file = join(folder, 'empty.txt');
      await writeFile(file, '');
    },
  });
  expect(effectsOf(mock).map(({ context }) => context.alreadyAllowed === true)).toEqual([false, false]);
  expect(effectsOf(mock)[1]?.request).toMatchObject({ diff: { oldBytes: 65 * 1024 * 1024 } });
});

const claimRun = (rawInput: object): Step => ask({ kind: 'execute', rawInput });
test.each<[string, Step[], boolean[]]>([
  ['in the session’s directory', [claimRun({ command: 'true' }), run('true')], [true]],
  [
    'in the directory that was named',
    [claimRun({ command: 'true', cwd: '$cwd/sub' }), run('true', { cwd: '$cwd/sub' })],
    [true],
  ],
  ['behind a cd to where it starts', [claimRun({ command: 'true' }), run("cd '$cwd' && true")], [true]],
  ['behind a cd elsewhere', [claimRun({ command: 'true' }), run("cd '$cwd/sub' && true")], [false]],
  ['and more behind the cd', [claimRun({ command: 'true' }), run("cd '$cwd' && true; false")], [false]],
  ['behind a cd that a shell expands', [claimRun({ command: 'true' }), run('cd "$cwd" && true')], [false]],
  ['twice', [claimRun({ command: 'true' }), run('true'), run('true')], [true, false]],
  ['in another directory', [claimRun({ command: 'true' }), run('true', { cwd: '$cwd/sub' })], [false]],
  [
    'in the session’s directory when another was named',
    [claimRun({ command: 'true', workdir: '$cwd/sub' }), run('true')],
    [false],
  ],
  ['where it cannot be told', [claimRun({ command: 'true', cwd: ['$cwd'] }), run('true')], [false]],
  [
    'with other arguments',
    [claimRun({ command: ['echo', 'a b'] }), run('echo', { args: ['a', 'b'] })],
    [false],
  ],
  [
    'with other variables',
    [claimRun({ command: 'true' }), run('true', { env: [{ name: 'GIT_DIR', value: '/x' }] })],
    [false],
  ],
])('an allowed command passes once, as it was shown: %s', async (_what, steps, expected) => {
  expect(await passed(steps, (folder) => mkdir(join(folder, 'sub')))).toEqual(expected);
});
