import { expect, test } from 'vitest';
import type {
  PermissionQuestion,
  QuestionAnswer,
  QuestionOption,
} from '../../../src/core/gate/gate-request.ts';
import type { Effect } from '../../../src/tui/repl/ui-state.ts';
import { question } from '../live/draw-live.tsx';
import { drawPermission } from '../live/draw-parts.tsx';
import { Person, TURN } from '../update/person.ts';

const SILENCE = 1001;
const CLAIM = {
  kind: 'claim',
  title: 'Bash',
  toolKind: 'execute',
  command: 'npm install',
  paths: [],
  diffs: [],
} as const;
const AGENTS: QuestionOption[] = [
  { id: 'once', label: 'Yes', kind: 'allow_once' },
  { id: 'always', label: "Yes, and don't ask again", kind: 'allow_always' },
  { id: 'prefix', label: "Yes, and don't ask again for npm", kind: 'allow_always' },
  { id: 'no', label: 'No', kind: 'reject_once' },
];

const OWN = question({ roots: ['/home/me/shop'] });
const { rememberRule: _, ...WITHOUT_RULE } = OWN;
const AGENTS_OWN: PermissionQuestion = {
  ...WITHOUT_RULE,
  request: { ...CLAIM, paths: [], diffs: [] },
  options: AGENTS,
  suggestedRule: 'shell(npm install)',
};

function facing(asked: PermissionQuestion): Person {
  return new Person([TURN, { type: 'question_asked', question: asked }]).press('f12').wait(SILENCE);
}

const answered = (answer: QuestionAnswer): Effect[] => [{ type: 'answer', questionId: 'q', answer }];
const chosen = (optionId: string, more: object = {}, key = 'Enter'): Effect[] =>
  answered({ outcome: 'selected', optionId, ...more, key });

function shown(person: Person, columns = 79, height = 14): string[] {
  return drawPermission(person, columns, height);
}

test('`e` edits the rule that "for this session" makes, and Enter answers with it', () => {
  const person = facing(OWN).type('e');
  expect(shown(person)).toContain('› Allow for this session: shell(npm install)▏');
  person.press('left', 'backspace', 'backspace', 'backspace').type('*').wait(SILENCE).press('enter');
  expect(person.effects).toEqual(chosen('A', { rule: 'shell(npm inst*)' }));
});

test('what a rule would do is said as it is typed, and one that does not cover the request is not sent', () => {
  const person = facing(OWN).type('e');
  expect(shown(person).join('\n')).toContain('✔ covers this: allows the exact command npm install');
  person.wait(SILENCE).press('ctrl+u').type('shell(yarn *)');
  expect(shown(person).join('\n')).toContain(
    '✗ does not cover "Run npm install": allows commands that match yarn *',
  );
  person.press('enter');
  expect(person.effects).toEqual([]);
  person.press('ctrl+u').type('two words').press('enter');
  expect(shown(person).join('\n')).toContain('✗ "two words" is not a permission rule.');
  expect(person.effects).toEqual([]);
  person.press('escape').wait(SILENCE).press('enter');
  expect(person.effects).toEqual(chosen('a'));
});

test("beside an agent's own question `e` makes a rule of simse's and allows this once", () => {
  const person = facing(AGENTS_OWN).type('e').press('left').type('*').wait(SILENCE).press('enter');
  expect(person.effects).toEqual(chosen('once', { rule: 'shell(npm install*)' }));
});

test('where no rule would do, and where a person is asked, `e` is typed', () => {
  expect(facing(WITHOUT_RULE).type('e').draft).toBe('e');
  const asking = {
    ...AGENTS_OWN,
    options: [{ id: 'x', label: 'X', kind: 'allow_once' as const }, ...AGENTS],
  };
  expect(facing(asking).type('e').draft).toBe('e');
});

test('with the mark on a rejection for the session, `e` edits what is denied', () => {
  const never = { id: 'R', label: 'Reject for this session', kind: 'reject_always' as const };
  const person = facing({ ...OWN, rejectRule: 'shell(npm install)', options: [...OWN.options, never] })
    .press('up')
    .type('e');
  expect(shown(person).join('\n')).toContain('covers this: denies the exact command npm install');
  person.press('left').type(' *').wait(SILENCE).press('enter');
  expect(person.effects).toEqual(chosen('R', { rule: 'shell(npm install *)' }));
});

test('Tab takes a reason, which Enter sends with the rejection', () => {
  const person = facing(OWN).press('tab').type('use pnpm, 1 of us insists').press('enter');
  expect(person.effects).toEqual(chosen('r', { reason: 'use pnpm, 1 of us insists' }));
  expect(person.draft).toBe('');
});

test('without a word it is a plain rejection', () => {
  expect(facing(AGENTS_OWN).press('tab', 'enter').effects).toEqual(chosen('no'));
});

test('what is pasted goes into the field, on one line', () => {
  const person = facing(OWN).press('tab').paste('use\npnpm').press('enter');
  expect(person.effects).toEqual(chosen('r', { reason: 'use pnpm' }));
});

test('a paste answers nothing', () => {
  const person = facing(OWN).paste('a');
  expect(person.effects).toEqual([]);
  expect(person.draft).toBe('a');
});

test('Esc goes back from a field to the answers, and then rejects', () => {
  const person = facing(OWN).press('tab').type('never').press('escape');
  expect(person.effects).toEqual([]);
  expect(shown(person)).toContain('› 3 Reject');
  expect(person.press('escape').effects).toEqual(chosen('r', {}, 'Esc'));
  expect(person.draft).toBe('never');
});

test('Ctrl+C cancels the turn also while something is typed', () => {
  expect(facing(OWN).press('tab').press('ctrl+c').effects).toEqual([{ type: 'cancel' }]);
});

test('what was being typed into a question that went away does not answer the next one', () => {
  const person = facing(OWN).press('tab').type('because ');
  person.session.emit({ type: 'question_closed', questionId: 'q' });
  person.session.emit({ type: 'question_asked', question: { ...OWN, id: 'q2' } });
  for (const character of 'a1r') person.type(character).wait(150);
  expect(person.effects).toEqual([]);
  expect(person.ui.dialog).toMatchObject({ questionId: 'q2', field: null });
  expect(person.draft).toBe('a1r');
});

test("all answers stand in one order and in simse's words, the agent's behind them, each with its number", () => {
  const rows = shown(facing({ ...AGENTS_OWN, options: AGENTS.toReversed() }), 99);
  expect(rows.slice(-5)).toEqual([
    '› 1 Allow once  “Yes”',
    "  2 Allow for this session, as the agent says  “Yes, and don't ask again for npm”",
    '  3 Reject  “No”',
    "  4 Allow for this session, as the agent says  “Yes, and don't ask again”",
    'Enter to choose · ↑↓ · Esc to reject · Tab to give a reason · e edit rule · d show all',
  ]);
  expect(facing(AGENTS_OWN).type('2').effects).toEqual(chosen('always', {}, '2'));
});

test('who asks is said beside a title that is too long, which is cut', () => {
  const path = {
    given: `/home/me/shop/${'long/'.repeat(20)}a`,
    real: `/home/me/shop/${'long/'.repeat(20)}a`,
  };
  const asked = { ...OWN, title: `Read ${path.real.slice(14)}`, request: { kind: 'read', path } as const };
  const [row] = shown(facing(asked));
  expect(row).toMatch(/^── Read long\/long.*… ── asked by claude ──$/);
  const rows = shown(facing(asked), 39);
  expect(rows[0]).toMatch(/^── Read lo.*… ── asked by claude ──$/);
  expect(rows.slice(1, 4).join('')).toBe(path.real.slice(14));
});

test('who asks is the sub-agent, where the question comes from one', () => {
  const person = facing({ ...AGENTS_OWN, toolCallId: 'child' });
  person.session.emit(
    { type: 'tool_call', call: { id: 'task', title: 'Explore the tests' } },
    { type: 'tool_call', call: { id: 'child', title: 'Bash', parentId: 'task' } },
  );
  expect(shown(person)[0]).toContain('asked by claude, for "Explore the tests"');
});

test('in a narrow terminal the hints that matter most are left, and a long reason stays in sight', () => {
  const person = facing(OWN);
  expect(shown(person, 39, 7).at(-1)).toBe('Enter to choose · ↑↓ · Esc to reject');
  person.press('tab').type('word '.repeat(60));
  const rows = shown(person, 39, 7);
  expect(rows.length).toBeLessThanOrEqual(7);
  expect(rows.join('\n')).toContain('▏');
});

test('the rule that an answer makes is shown to the last character, as the command is', () => {
  const person = facing({ ...OWN, rememberRule: 'shell(echo safe\u202e)' });
  expect(shown(person).join('\n')).toContain('shell(echo safe\\u{202e})');
});
