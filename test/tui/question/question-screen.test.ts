import { expect, test } from 'vitest';
import type { Claim, PermissionQuestion } from '../../../src/core/gate/gate-request.ts';
import { createUiState } from '../../../src/tui/repl/ui-state.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';
import { FakeSession, READY } from '../fake-session.ts';
import { draw, question, TURN } from '../live/draw-live.tsx';
import { Person } from '../update/person.ts';

const CLAIM: Claim = { kind: 'claim', title: 'Bash', toolKind: 'execute', paths: [], diffs: [] };
const OPTIONS: PermissionQuestion['options'] = [
  { id: 'always', label: 'Yes, always', kind: 'allow_always' },
  { id: 'no', label: 'No', kind: 'reject_once' },
  { id: 'yes', label: 'No, reject', kind: 'allow_once' },
];
const SMALL: Size = { columns: 40, rows: 10 };
const ROOTS = ['/home/me/shop'];

/** What is on the screen below the scrollback while this is asked. */
function shown(request: PermissionQuestion['request'], title: string, size: Size): string {
  const { rememberRule: _, ...rest } = question({ request, title, options: OPTIONS, roots: ROOTS });
  const session = new FakeSession();
  session.emit(...READY, TURN, { type: 'question_asked', question: rest });
  return draw(session, createUiState([]), size).rows.join('\n');
}

test.each([SMALL, { columns: 80, rows: 24 }])(
  'the end of a long command is in sight in a terminal of %j, and so is where it runs',
  (size) => {
    const command = `echo ${'a'.repeat(900)} && rm -rf ~/important`;
    const claim = {
      ...CLAIM,
      command,
      cwd: { given: '/etc', real: '/etc' },
      input: { description: 'Say hi' },
    };
    const drawn = shown(claim, `Run ${command}`, size);
    expect(drawn).toMatch(/in \/etc {2}outside the workspace/);
    expect(drawn).toMatch(/\$ echo|… \d+ more lines, d to show all/);
    expect(drawn.replaceAll(/\n */g, ' ')).toContain('rm -rf ~/important');
  },
);

test("why the agent wants it stands there in the agent's words, with what it hides", () => {
  const input = { command: 'make', description: 'Build\u001b[8m it' };
  expect(shown({ ...CLAIM, command: 'make', input }, 'Run make', { columns: 80, rows: 24 })).toMatch(
    /claude says: “Build\\u\{1b\}\[8m it”\n\$ make\n/,
  );
});

test('of an agent that shows a title alone the title is there to its end, and said to be no more than that', () => {
  const title = `echo ${'a'.repeat(90)} && rm -rf ~/important`;
  const drawn = shown({ ...CLAIM, title }, title, { columns: 80, rows: 24 });
  expect(drawn).toContain('The agent shows only this title, not what it will do:');
  expect(drawn.replaceAll('\n', '')).toContain('&& rm -rf ~/important');
});

test('in 40 by 10 something of the diff is seen, and every number that answers', () => {
  const lines = Array.from({ length: 9 }, (_, index) => `line ${index}\n`);
  const path = { given: '/home/me/shop/src/checkout.ts', real: '/home/me/shop/src/checkout.ts' };
  const oldText = lines.join('');
  const diff = { path: path.real, oldText, newText: oldText.replace('line 4', 'line four'), line: 1 };
  const drawn = shown({ kind: 'edit', path, diff }, 'Edit src/checkout.ts', SMALL);
  expect(drawn).toMatch(/5 [-+] line (?:4|four)/);
  expect(drawn).toMatch(/1 Once {2}2 Session {2}3 No/);
});

test('the path of an edit is there once', () => {
  const path = { given: '/home/me/shop/src/a.ts', real: '/home/me/shop/src/a.ts' };
  const diff = { path: path.real, oldText: 'a\n', newText: 'b\n', line: 1 };
  const drawn = shown({ kind: 'edit', path, diff }, 'Edit src/a.ts', { columns: 80, rows: 24 });
  expect(drawn.split('src/a.ts')).toHaveLength(2);
});

test("what an answer does is in simse's words, the agent's stand behind it", () => {
  expect(shown({ ...CLAIM, command: 'make' }, 'Run make', { columns: 80, rows: 24 })).toContain(
    [
      '› 1 Allow once  “No, reject”',
      '  2 Allow for this session, as the agent says  “Yes, always”',
      '  3 Reject  “No”',
    ].join('\n'),
  );
});

test('"Always in this project" shows the rule and the file, and writes nothing before a second Enter in silence', () => {
  const keptIn = { project: '/home/me/shop/.simse/config.json', user: '/home/me/config.json' };
  const asked = question({ rememberRule: 'shell(npm install*)', keptIn, roots: ROOTS });
  const person = new Person([TURN, { type: 'question_asked', question: asked }]).press('f12').wait(1001);
  person.type('4').press('enter');
  expect(person.effects).toEqual([]);
  const drawn = draw(person.session, person.ui, { columns: 99, rows: 24 }).rows.join('\n');
  expect(drawn).toContain('Always in this project, in .simse/config.json: shell(npm install*)▏');
  person.wait(1001).press('enter');
  expect(person.effects).toMatchObject([
    { answer: { optionId: 'a', rule: 'shell(npm install*)', keep: 'project', key: 'Enter' } },
  ]);
});

test('the title of an agent that shows nothing else is there once', () => {
  const drawn = shown({ ...CLAIM, title: 'rm docs' }, 'rm docs', { columns: 80, rows: 24 });
  expect(drawn).toContain('The agent shows only this title, not what it will do.');
  expect(drawn.split('rm docs')).toHaveLength(2);
});

test('of a change of many thousand lines all that are left out are counted', () => {
  const path = { given: '/home/me/shop/big.txt', real: '/home/me/shop/big.txt' };
  const diff = { path: path.real, oldText: '', newText: 'x\n'.repeat(50_000), line: 1 };
  const drawn = shown({ kind: 'edit', path, diff }, 'Edit big.txt', { columns: 80, rows: 24 });
  const [, left = ''] = /… (\d+) more lines, d to show all/.exec(drawn) ?? [];
  const seen = drawn.split('\n').filter((row) => row.endsWith(' + x')).length;
  expect(Number(left) + seen).toBe(50_000);
});

test('in 40 by 10 more than the last word of a command is seen', () => {
  const command = `echo ${Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')} && rm -rf ~`;
  const drawn = shown({ ...CLAIM, command }, 'Run', SMALL);
  expect(drawn.replaceAll(/\n */g, ' ')).toContain('word59 && rm -rf ~');
});

test('in 40 by 10 the answers to a plan are in words of their own', () => {
  const { rememberRule: _, ...rest } = question({
    request: { ...CLAIM, plan: '# Fix\n\n1. a\n2. b\n3. c' },
    title: 'Carry out this plan',
    options: [
      { id: 'default', label: 'Approve, and ask before each edit', kind: 'allow_once', isOurs: true },
      { id: 'edits', label: 'Approve, and accept edits', kind: 'allow_always', isOurs: true },
      { id: 'plan', label: 'Keep planning', kind: 'reject_once', isOurs: true },
    ],
    roots: ROOTS,
  });
  const session = new FakeSession();
  session.emit(...READY, TURN, { type: 'question_asked', question: rest });
  const drawn = draw(session, createUiState([]), SMALL).rows.join('\n');
  expect(drawn).toMatch(/1 Approve {2}2 Accept edits {2}3 No/);
});
