import { describe, expect, test } from 'vitest';
import type { TurnError } from '../../../src/core/state/events.ts';
import { printableRows } from '../../../src/tui/draw/line.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import { questionLines } from '../../../src/tui/question/question-lines.ts';
import type { Block } from '../../../src/tui/transcript/block.ts';
import { blockLines } from '../../../src/tui/transcript/block-lines.ts';

const draw = (block: Block) =>
  printableRows(blockLines(block, 80, { now: 5000, keymap: DEFAULT_KEYMAP }), 80)
    .map(rowText)
    .join('\n');

describe('how a turn ended', () => {
  const end = (stopReason: string, error?: Partial<TurnError> & { message: string }): Block => ({
    kind: 'turn_end',
    stopReason,
    durationMs: 4200,
    ...(error === undefined ? {} : { error: { code: 'backend_failed', ...error } }),
  });

  test.each([
    ['an answer that came to its end says nothing', end('end_turn'), ''],
    ['an interruption', end('cancelled'), '! Interrupted after 4.2 s.'],
    ['a limit', end('max_tokens'), '! The answer reached the model’s length limit.'],
    ['a reason that nobody knows', end('lunch'), '! The turn ended: lunch.'],
    [
      'an error and what to do',
      end('error', { message: 'It broke.', hint: 'Mend it.' }),
      '✗ It broke.\n  Mend it.',
    ],
    [
      'a failed tool, of which the answer has told already, says nothing',
      end('end_turn', { code: 'tool_failed', message: 'no such file' }),
      '',
    ],
    [
      'a failed tool in a turn that was interrupted',
      end('cancelled', { code: 'tool_failed', message: 'no such file' }),
      '! Interrupted after 4.2 s.',
    ],
  ])('%s', (_name, block, drawn) => {
    expect(draw(block)).toBe(drawn);
  });
});

test('a notice names its source', () => {
  expect(draw({ kind: 'notice', level: 'warn', source: 'fs', text: 'has\u001b[31m ended' })).toBe(
    '! fs: has ended',
  );
});

test('a notice about a server names it once', () => {
  const text = 'memo://1 was not read: server fs answered resources/read with an error: gone';
  expect(draw({ kind: 'notice', level: 'warn', source: 'fs', text })).toBe(
    '! fs: memo://1 was not read: it answered resources/read with an error: gone',
  );
});

test('what the user said elsewhere has one mark, in however many pieces it comes', () => {
  const said = (text: string, first: boolean): Block => ({
    kind: 'message',
    role: 'user',
    piece: { kind: 'prose', text, list: null },
    first,
  });
  expect(draw(said('Do this:', true))).toBe('› Do this:');
  expect(draw(said('- one\n- two', false))).toBe('  - one\n  - two');
});

test('a long prompt is shown by its beginning', () => {
  const text = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
  expect(draw({ kind: 'prompt', text })).toContain('  line 19\n  … 10 more lines');
});

test('a thought is marked', () => {
  expect(draw({ kind: 'thought', text: 'Hmm.', tookMs: 5, done: true })).toBe('∴ Hmm.');
  expect(draw({ kind: 'thought', text: 'Hmm.\nWell.', tookMs: 4000, done: true })).toBe(
    '∴ Thought for 4.0 s · Ctrl+O to show it',
  );
});

const path = { given: 'a', real: '/w/a' };
const diff = { path: '/w/a', oldText: 'x\n', newText: 'y\n', line: 1 };
const ASKED = { title: '', askedBy: 'claude' };
const FULL = { isTitled: false };
const claim = { kind: 'claim', title: 'harmless', toolKind: 'other', paths: [], diffs: [] } as const;
const change = {
  kind: 'changed',
  before: 'name: read\ndescription: Reads.\n',
  after: 'name: read\ndescription: Reads, and sends.\n',
  hash: 'h',
} as const;
test.each([
  ['a read', { kind: 'read', path } as const, '/w/a'],
  ['an edit', { kind: 'edit', path, diff } as const, '/w/a\n1 - x\n1 + y'],
  [
    'an edit that changes nothing',
    { kind: 'edit', path, diff: { ...diff, oldText: 'y\n' } } as const,
    '/w/a\nNothing in it would change.',
  ],
  ['a command of several lines', { kind: 'shell', command: 'a\nb', cwd: '/w' } as const, 'in /w\n$ a\n  b'],
  ['a tool', { kind: 'tool', tool: 'fs/read', args: { p: 1 } } as const, 'fs/read\n{\n  "p": 1\n}'],
  [
    'a tool that has changed',
    { kind: 'tool', tool: 'fs/read', args: {}, change } as const,
    [
      'fs/read',
      '{}',
      'No longer what you approved. Allowing it approves the change:',
      '1   name: read',
      '2 - description: Reads.',
      '2 + description: Reads, and sends.',
    ].join('\n'),
  ],
  [
    'a tool that is new',
    { kind: 'tool', tool: 'fs/read', args: {}, change: { ...change, kind: 'new', before: '' } } as const,
    [
      'fs/read',
      '{}',
      'Not there when you approved the tools. Allowing it approves this:',
      '1 + name: read',
      '2 + description: Reads, and sends.',
    ].join('\n'),
  ],
  [
    'a server that asks the model',
    { kind: 'sampling', server: 'fs', prompt: 'Sum up:\nall\u202e' } as const,
    'Sum up:\nall\\u{202e}',
  ],
  ['a claim with a command', { ...claim, paths: [], diffs: [], command: 'rm x' }, '$ rm x'],
  ['a claim with a diff', { ...claim, paths: [path], diffs: [diff], toolName: 'Edit' }, '/w/a\n1 - x\n1 + y'],
  [
    'a claim with nothing but its input',
    { ...claim, paths: [], diffs: [], input: { q: 'x' } },
    'harmless\n{\n  "q": "x"\n}',
  ],
])('of %s it says what would really be done', (_name, request, drawn) => {
  expect(
    printableRows(questionLines({ ...ASKED, request }, FULL), 80)
      .map(rowText)
      .join('\n'),
  ).toBe(drawn);
});

test.each([
  ["in the session's directory", '/w/src/a', '/w/src/a', 'src/a'],
  ['in another folder of the workspace', '/lib/a', '/lib/a', '/lib/a'],
  ['outside', '/etc/a', '/etc/a', '/etc/a  outside the workspace'],
  ['a link that leads outside', '/w/a', '/etc/a', 'a leads to /etc/a  outside the workspace'],
  ['a link within', '/w/a', '/w/src/b', 'a leads to src/b'],
  ['a way that is itself a link', '/link-to-w/a', '/w/a', 'a'],
])('a file %s', (_name, given, real, drawn) => {
  const request = { kind: 'read', path: { given, real } } as const;
  const lines = questionLines({ ...ASKED, request, roots: ['/w', '/lib'] }, FULL);
  expect(printableRows(lines, 80).map(rowText)).toEqual([drawn]);
});

test.each([
  ['/w', []],
  ['/w/src', ['in src']],
  ['/lib', ['in /lib']],
  ['/etc', ['in /etc  outside the workspace']],
])('a command in %s', (cwd, drawn) => {
  const lines = questionLines({
    ...ASKED,
    request: { kind: 'shell', command: 'a', cwd },
    roots: ['/w', '/lib'],
  });
  expect(printableRows(lines, 80).map(rowText)).toEqual([...drawn, '$ a']);
});

test.each([
  [
    'more than the plan',
    { plan: 'Mend it', allow: 'all' },
    ['Mend it', 'With it:', '{', '  "allow": "all"', '}'],
  ],
  ['a list', [{ allow: 'all' }], ['Mend it', 'With it:', '[', '  {', '    "allow": "all"', '  }', ']']],
  ['a text', 'allow all', ['Mend it', 'With it:', 'allow all']],
  ['nothing', {}, ['Mend it']],
])('with a plan whatever else comes is shown: %s', (_name, input, drawn) => {
  const request = { ...claim, paths: [], diffs: [], plan: 'Mend it', input };
  const lines = printableRows(questionLines({ ...ASKED, request }, FULL), 80).map(rowText);
  expect(lines.filter((text) => text !== '')).toEqual(drawn);
});

test('the file of a claim is where its path leads', () => {
  const request = {
    ...claim,
    paths: [{ given: '/w/a', real: '/etc/a' }],
    diffs: [{ ...diff, path: '/w/a' }],
  };
  const [first] = printableRows(questionLines({ ...ASKED, request, roots: ['/w'] }), 80).map(rowText);
  expect(first).toBe('a leads to /etc/a  outside the workspace');
});
