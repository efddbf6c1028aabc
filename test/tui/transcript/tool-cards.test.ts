import { expect, test } from 'vitest';
import type { TerminalState } from '../../../src/core/state/session-state.ts';
import type { ToolCall } from '../../../src/core/tool-call.ts';
import { printableRows } from '../../../src/tui/draw/line.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import type { Block, ToolBlock } from '../../../src/tui/transcript/block.ts';
import { blockLines } from '../../../src/tui/transcript/block-lines.ts';
import { cardLines } from '../../../src/tui/transcript/tool-card.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

const draw = (block: Block) =>
  printableRows(blockLines(block, 80, { now: 5000, keymap: DEFAULT_KEYMAP }), 80)
    .map(rowText)
    .join('\n');

const CALL: ToolCall = {
  id: '1',
  title: 'src/a.ts',
  kind: 'read',
  status: 'completed',
  content: [],
  locations: [],
  startedAt: 1000,
  endedAt: 1012,
};

const tool = (
  call: Partial<ToolCall>,
  terminals: TerminalState[] = [],
  children: readonly ToolBlock[] = [],
): ToolBlock => ({
  kind: 'tool',
  call: { ...CALL, ...call },
  terminals,
  cwd: '/home/me/shop',
  children,
  isOrphan: call.parentId !== undefined,
});
const terminal = (output: string, exitCode: number | null = 0): TerminalState => ({
  output,
  exitCode,
  signal: null,
  running: exitCode === null,
});
const say = (text: string): ToolCall['content'] => [{ type: 'content', block: { type: 'text', text } }];

test.each([
  ['a read', {}, '⎿ Read src/a.ts  12 ms'],
  ['a title that says the kind already', { title: 'Read src/a.ts' }, '⎿ Read src/a.ts  12 ms'],
  ['no title but a name', { title: '', name: 'read_file' }, '⎿ read_file  12 ms'],
  ['neither', { title: '', kind: 'other' as const }, '⎿ Tool  12 ms'],
  [
    'a title with a verb of its own',
    { title: 'Write src/a.ts', kind: 'edit' as const },
    '⎿ Write src/a.ts  12 ms',
  ],
  ['a title that would draw over the screen', { title: 'a\u001b[2J\nb' }, '⎿ Read a b  12 ms'],
  ['a slow one', { endedAt: 76_000 }, '⎿ Read src/a.ts  1m 15s'],
  ['one without a duration', { endedAt: 1000 }, '⎿ Read src/a.ts'],
  ['one that was not asked about', { notAsked: true }, '⎿ Read src/a.ts  ran without asking · 12 ms'],
  [
    'a failure with its reason',
    { status: 'failed' as const, content: say('No such file') },
    '⎿ Read src/a.ts  failed · 12 ms\n  No such file',
  ],
  [
    'a denial',
    { status: 'failed' as const, denied: 'Plan mode allows no edits.' },
    '⎿ Read src/a.ts  refused: Plan mode allows no edits. · 12 ms',
  ],
  ['what was cut short', { status: 'cancelled' as const }, '⎿ Read src/a.ts  cancelled · 12 ms'],
  ['a result nobody reads', { content: say('file content') }, '⎿ Read src/a.ts  12 ms'],
  [
    'a result that tells something',
    { kind: 'other' as const, title: 'everything/echo', content: say('Echo: hi') },
    '⎿ everything/echo  12 ms\n  Echo: hi',
  ],
  ['a sub-agent’s, whose card has been printed', { parentId: '0' }, '  ⎿ Read src/a.ts  12 ms'],
  [
    'a path within the working directory',
    { title: 'Read /home/me/shop/src/a.ts (1-20)' },
    '⎿ Read src/a.ts (1-20)  12 ms',
  ],
  [
    'a file that the title does not name',
    { title: 'Read file', locations: [{ path: '/home/me/shop/src/a.ts' }] },
    '⎿ Read file src/a.ts  12 ms',
  ],
  [
    'a file elsewhere',
    { title: 'Read file', locations: [{ path: '/etc/hosts' }] },
    '⎿ Read file /etc/hosts  12 ms',
  ],
  [
    'an MCP tool, by what the gate saw and not by its title',
    { title: 'Just looking', ran: { tool: 'fs/delete', args: '{"path":"src","deep":true}', run: 1 } },
    '⎿ Call fs/delete (path: "src", deep: true)  12 ms',
  ],
  [
    'an MCP tool with very long arguments',
    { ran: { tool: 'fs/write', args: '{"text":"aaa', run: 1 } },
    '⎿ Call fs/write ({"text":"aaa…)  12 ms',
  ],
])('%s', (_name, call, drawn) => {
  expect(draw(tool(call))).toBe(drawn);
});

test('a running one shows its clock and the last lines of its terminal', () => {
  const { endedAt: _, ...running } = CALL;
  const block = tool({}, [terminal('1\n2\n3\n4\n5\n6\n7\n', null)]);
  const call: ToolCall = { ...running, kind: 'execute', title: 'npm test', status: 'in_progress' };
  expect(draw({ ...block, call })).toBe(
    '⎿ Run npm test  4s\n  … 2 more lines, Ctrl+O to show all\n  3\n  4\n  5\n  6\n  7',
  );
});

test('of a long result the beginning is shown, of what a command wrote the end', () => {
  const content = say('1\n2\n3\n4\n5\n6\n7');
  expect(draw(tool({ kind: 'other', title: 'db/query', content }))).toBe(
    '⎿ db/query  12 ms\n  1\n  2\n  3\n  4\n  5\n  … 2 more lines, Ctrl+O to show all',
  );
  expect(draw(tool({ kind: 'execute', title: 'make', content }))).toMatch(/… 2 more lines.*\n {2}3\n/);
});

test('a command that was refused did not end by itself', () => {
  const call = { kind: 'execute', title: 'make', status: 'failed', denied: 'you rejected it' } as const;
  expect(draw(tool(call, [{ ...terminal('', null), running: false }]))).toBe(
    '⎿ Run make  refused: you rejected it · 12 ms',
  );
});

test('a progress bar shows its last state, a failed command its exit code', () => {
  const drawn = draw(tool({ kind: 'execute', title: 'make' }, [terminal('10%\r50%\r100%\r\nfailed\n', 2)]));
  expect(drawn).toBe('⎿ Run make  exit 2 · 12 ms\n  100%\n  failed');
});

test('an edit shows its lines with their numbers', () => {
  const oldText = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n';
  const content: ToolCall['content'] = [
    {
      type: 'diff',
      path: '/a.ts',
      line: 1,
      oldText,
      newText: oldText.replace('two', '2').replace('nine\n', ''),
    },
  ];
  expect(draw(tool({ kind: 'edit', content }))).toBe(
    [
      '⎿ Edit /a.ts  +1 −2 · 12 ms',
      '  1   one',
      '  2 - two',
      '  2 + 2',
      '  3   three',
      '  4   four',
      '  5   five',
      '  6   six',
      '  7   seven',
      '  8   eight',
      '  9 - nine',
      '  9   ten',
    ].join('\n'),
  );
});

test('a new file is all added, and a long one is shown from its beginning', () => {
  const newText = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n');
  const drawn = draw(
    tool({ kind: 'edit', content: [{ type: 'diff', path: '/a.ts', oldText: null, newText }] }),
  );
  expect(drawn).toContain('⎿ Create /a.ts  +50');
  expect(drawn).toContain('   1 + line 1\n');
  expect(drawn).toContain('… 30 more lines, Ctrl+O to show all');
});

test('asked for, everything is shown, also what a card leaves out', () => {
  const output = Array.from({ length: 40 }, (_, index) => `row ${index}`).join('\n');
  const lines = cardLines(tool({ output }), { now: 0, whole: true, keymap: DEFAULT_KEYMAP });
  expect(lines).toHaveLength(41);
});

test('texts that have nothing in common are shown as replaced, at once', () => {
  const lines = (name: string) => Array.from({ length: 20_000 }, (_, index) => `${name} ${index}`).join('\n');
  const cpuMs = watchCpu();
  const content: ToolCall['content'] = [
    { type: 'diff', path: '/a', line: 1, oldText: lines('old'), newText: lines('new') },
  ];
  expect(draw(tool({ kind: 'edit', content }))).toContain('+20000 −20000');
  expect(cpuMs()).toBeLessThan(3000);
});

test('a command is named by what runs, with its folder where that is another', () => {
  const ran = (command: string, cwd: string) => ({ ...terminal(''), command, cwd });
  const call = { kind: 'execute' as const, title: 'Tidy up a little' };
  expect(draw(tool(call, [ran('rm -rf build', '/home/me/shop')]))).toBe('⎿ Run rm -rf build  12 ms');
  expect(draw(tool(call, [ran('make\n\u001b[2Jall', '/home/me/shop/sub')]))).toBe(
    '⎿ Run make ⏎ \\u{1b}[2Jall (in sub)  12 ms',
  );
});

test('what a command wrote keeps its colours', () => {
  const rows = printableRows(
    blockLines(tool({ kind: 'execute' }, [terminal('\u001b[32mok\u001b[0m plain\n')]), 80, {
      now: 0,
      keymap: DEFAULT_KEYMAP,
    }),
    80,
  );
  expect(rows[1]?.map(({ text, sgr = '', styles }) => [text, sgr, ...styles])).toEqual([
    ['  ', ''],
    ['ok', '32'],
    [' plain', '', 'dim'],
  ]);
});

test('output in a code block is shown without its fence', () => {
  const content = say('```console\nhello\n```');
  expect(draw(tool({ kind: 'execute', title: 'echo hello', content }))).toBe(
    '⎿ Run echo hello  12 ms\n  hello',
  );
});

test('several edits name their files', () => {
  const edit = (path: string): ToolCall['content'][number] => ({
    type: 'diff',
    path: `/home/me/shop/${path}`,
    oldText: 'a\n',
    line: 1,
    newText: 'b\n',
  });
  expect(draw(tool({ kind: 'edit', title: 'Rename', content: [edit('a.ts'), edit('sub/b.ts')] }))).toBe(
    [
      '⎿ Edit a.ts and 1 more  +2 −2 · 12 ms',
      '  a.ts  +1 −1',
      '  1 - a',
      '  1 + b',
      '  sub/b.ts  +1 −1',
      '  1 - a',
      '  1 + b',
    ].join('\n'),
  );
});

test('a sub-agent’s calls stand in the card of the call that it works for, the last ones', () => {
  const children = ['a', 'b', 'c', 'd', 'e'].map((title) => tool({ title: `${title}.ts` }));
  const parent = tool({ kind: 'think', title: 'Explore the tests', status: 'in_progress' }, [], children);
  expect(draw(parent)).toBe(
    [
      '⎿ Explore the tests  5 tool calls · 12 ms',
      '  … 2 earlier tool calls',
      '  ⎿ Read c.ts  12 ms',
      '  ⎿ Read d.ts  12 ms',
      '  ⎿ Read e.ts  12 ms',
    ].join('\n'),
  );
  expect(cardLines(parent, { now: 0, whole: true, keymap: DEFAULT_KEYMAP })).toHaveLength(6);
});
