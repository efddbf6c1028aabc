import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { createUiState } from '../../../src/tui/repl/ui-state.ts';
import type { DrawnFrame } from '../../../src/tui/terminal/draw-frame.ts';
import type { Size } from '../../../src/tui/terminal/terminal.ts';
import { FakeSession, READY } from '../fake-session.ts';
import { draw, question, TURN, typed, withPrompt } from '../live/draw-live.tsx';

const textOf = (frame: DrawnFrame) => frame.rows.join('\n');
const SIZE: Size = { columns: 80, rows: 24 };

function ready(...events: SessionEvent[]): FakeSession {
  const session = new FakeSession();
  session.emit(...READY, ...events);
  return session;
}

test('an idle prompt, with its status above it and the cursor in it', () => {
  const frame = draw(ready(), typed('hello'), SIZE);
  expect(textOf(frame)).toBe('\n» default · claude · ~/shop · ? for keys\n› hello');
  expect(frame.cursor).toEqual({ row: 2, column: 7 });
});

test('a dialog shows what would happen, who asks, the answers, and the rule that one of them makes', () => {
  const frame = draw(ready(TURN, { type: 'question_asked', question: question() }), createUiState([]), SIZE);
  expect(textOf(frame)).toContain(
    [
      `── Run a command ${'─'.repeat(43)} asked by claude ──`,
      'in /home/me/shop',
      '$ npm install',
      '',
      '› 1 Allow once',
      '  2 Allow for this session  shell(npm install)',
      '  3 Reject',
      'type to keep a draft',
    ].join('\n'),
  );
  expect(frame.cursor).toBeNull();
});

test('a diff that does not fit says how much is left, and every answer stays in sight', () => {
  const newText = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
  const path = { given: '/w/a', real: '/w/a' };
  const request = { kind: 'edit', path, diff: { path: '/w/a', oldText: null, newText } } as const;
  const session = ready(TURN, { type: 'question_asked', question: question({ request, title: 'Create a' }) });
  const drawn = textOf(draw(session, createUiState([]), { columns: 80, rows: 16 }));
  expect(drawn).toMatch(
    /… \d+ more lines, d to show all\n 99 \+ line 98\n100 \+ line 99\n› 1 Allow once\n {2}2 Allow for this session/,
  );
  expect(drawn).toContain('  3 Reject');
});

test('a tool that has changed says so in the title and in words, and shows as much of the change as fits', () => {
  const after = Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n');
  const change = { kind: 'changed', before: 'one', after, hash: 'h' } as const;
  const request = { kind: 'tool', tool: 'fs/read', args: {}, change } as const;
  const asked = question({ request, title: 'Call fs/read, which has changed' });
  const drawn = textOf(
    draw(ready(TURN, { type: 'question_asked', question: asked }), createUiState([]), SIZE),
  );
  expect(drawn).toMatch(/── Call fs\/read, which has changed ─/);
  expect(drawn).toMatch(/Allowing it approves the change:\n +1 - one\n +1 \+ line 0\n/);
  expect(drawn).toMatch(/… \d+ more lines, d to show all\n[^]*100 \+ line 99\n› 1 Allow once\n/);
});

test('where there is little room, the answers stand beside each other, the marked one in full below', () => {
  const asked: SessionEvent = { type: 'question_asked', question: question() };
  const narrow = (rows: number) => textOf(draw(ready(TURN, asked), createUiState([]), { columns: 40, rows }));
  expect(narrow(24)).toContain(
    '› 1 Allow once\n  2 Allow for this session  shell(npm\n    install)\n  3 Reject\n',
  );
  expect(narrow(9)).toContain('$ npm install\n›1 Once  2 Session  3 No\n  Allow once\n');
});

test.each([
  ['that names its call', { toolCallId: 'c' }],
  ['of an agent that has the file written', {}],
])('by a question %s the card makes room for it: the question shows the change', (_of, named) => {
  const diff = {
    type: 'diff',
    path: '/home/me/shop/a',
    oldText: 'one\n',
    newText: 'two\n',
    line: 1,
  } as const;
  const path = { given: diff.path, real: diff.path };
  const asked = question({ request: { kind: 'edit', path, diff }, title: 'Edit a', ...named });
  const session = ready(TURN, {
    type: 'tool_call',
    call: { id: 'c', title: 'Edit a', kind: 'edit', status: 'pending', content: [diff] },
  });
  expect(textOf(draw(session, createUiState([]), SIZE))).toContain('⎿ Edit a  +1 −1 · 0s\n  1 - one');
  session.emit({ type: 'question_asked', question: asked });
  const drawn = textOf(draw(session, createUiState([]), SIZE));
  expect(drawn).toMatch(/^\n── Edit a ─/);
  expect(drawn.split('1 - one')).toHaveLength(2);
});

test('an empty row sets off what is asked and the plan, where there is room', () => {
  const plan: SessionEvent = {
    type: 'plan',
    entries: [{ content: 'look', priority: 'high', status: 'in_progress' }],
  };
  const session = ready(TURN, plan, { type: 'question_asked', question: question() });
  expect(textOf(draw(session, createUiState([]), SIZE))).toMatch(/^\nPlan 0\/1\n {2}▸ look\n\n── Run a/);
  const small = textOf(draw(session, createUiState([]), { columns: 80, rows: 12 }));
  expect(small).toMatch(/^Plan 0\/1\n {2}▸ look\n── Run a/);
});

test('several questions are counted', () => {
  const asked = ['1', '2', '3'].map(
    (id): SessionEvent => ({ type: 'question_asked', question: question({ id }) }),
  );
  expect(textOf(draw(ready(TURN, ...asked), createUiState([]), SIZE))).toContain('1 of 3 · asked by claude');
});

test('the plan is a checklist, and one row when it is folded', () => {
  const plan: SessionEvent = {
    type: 'plan',
    entries: [
      { content: 'look', priority: 'high', status: 'completed' },
      { content: 'mend', priority: 'high', status: 'in_progress' },
      { content: 'test', priority: 'high', status: 'pending' },
    ],
  };
  const session = ready(TURN, plan);
  expect(textOf(draw(session, createUiState([]), SIZE))).toContain(
    'Plan 1/3\n  ✔ look\n  ▸ mend\n  ○ test\n',
  );
  const folded = { ...createUiState([]), planFolded: true };
  expect(textOf(draw(session, folded, SIZE))).toContain('Plan 1/3  mend\n');
});

test('commands that the draft may become are listed above it', () => {
  expect(textOf(draw(ready(), typed('/command1'), SIZE))).toMatch(
    /› \/command1 {3}does 漢字 things\n.*\/command10/,
  );
});

test('queued prompts are listed above the draft', () => {
  const queued: SessionEvent = { type: 'prompt_queued', prompt: { id: '1', text: 'then this' } };
  expect(textOf(draw(ready(TURN, queued), typed('x'), SIZE))).toMatch(
    /1 queued.*\n› then this {2}queued\n› x$/,
  );
});

test('`?` shows every key, in two columns where there is room', () => {
  const drawn = textOf(
    draw(ready(), withPrompt(createUiState([]), { showsKeys: true }), { columns: 140, rows: 80 }),
  );
  expect(drawn).toMatch(/Ctrl\+J +new line/);
  expect(drawn).toContain('cut the selection, or the previous word');
  expect(drawn).not.toMatch(/scroll \(\d+ more\)/);
});

test('a long draft scrolls with its cursor', () => {
  const ui = typed(
    Array.from({ length: 50 }, (_, index) => `line ${index}`)
      .join('\n')
      .slice(0, 380),
  );
  const frame = draw(ready(), ui, SIZE);
  expect(frame.rows.length).toBeLessThan(15);
  expect(frame.cursor?.row).toBe(frame.rows.length - 1);
});
