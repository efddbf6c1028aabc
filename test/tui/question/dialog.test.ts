import { expect, test } from 'vitest';
import type { QuestionOption } from '../../../src/core/gate/gate-request.ts';
import { createKeymap } from '../../../src/tui/keys/create-keymap.ts';
import type { Effect } from '../../../src/tui/repl/ui-state.ts';
import { Person, sent, TURN } from '../update/person.ts';

const SILENCE = 1001;
const OPTIONS: QuestionOption[] = [
  { id: 'once', label: 'Yes', kind: 'allow_once' },
  { id: 'always', label: 'Always', kind: 'allow_always' },
  { id: 'no', label: 'No', kind: 'reject_once' },
  { id: 'never', label: 'Never', kind: 'reject_always' },
];
const ASK = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'x',
    request: { kind: 'shell', command: 'x', cwd: '/' },
    options: OPTIONS,
  },
} as const;

const asked = () => {
  const person = new Person([TURN, ASK]);
  return person.press('f12').wait(SILENCE);
};
const answer = (optionId: string, key: string): Effect => ({
  type: 'answer',
  questionId: 'q',
  answer: { outcome: 'selected', optionId, key },
});

test.each([
  ['1', 'once'],
  ['2', 'always'],
  ['3', 'no'],
  ['6', 'never'],
])('`%s` answers with %s', (key, optionId) => {
  expect(asked().type(key).effects).toEqual([answer(optionId, key)]);
});

test.each(['a', 'A', 'r', 'R', 'y', 'n'])('`%s`, which stands at no answer, is typed', (letter) => {
  const person = asked().type(letter);
  expect([person.effects, person.draft]).toEqual([[], letter]);
});

test('Enter allows once, also where the agent puts something wider on top', () => {
  const question = { ...ASK.question, options: OPTIONS.slice(0, 3).reverse() };
  const person = new Person([TURN, { ...ASK, question }]);
  expect(person.press('f12').wait(SILENCE).press('enter').effects).toEqual([answer('once', 'Enter')]);
});

test('arrows choose, Enter answers', () => {
  expect(asked().press('enter').effects).toEqual([answer('once', 'Enter')]);
  expect(asked().press('down', 'down', 'enter').effects).toEqual([answer('no', 'Enter')]);
  expect(asked().press('up', 'enter').effects).toEqual([answer('never', 'Enter')]);
});

test('a question takes every key of what it knows, also where the user has no other', () => {
  const person = asked();
  person.keymap = createKeymap({ up: ['ctrl+p'], escape: ['ctrl+e'] }).keymap;
  expect(person.press('ctrl+p', 'ctrl+p', 'enter').effects).toEqual([answer('no', 'Enter')]);
});

test('Esc rejects, and does not interrupt the turn', () => {
  expect(asked().press('escape').effects).toEqual([answer('no', 'Esc')]);
});

test('Esc before the question can have been read is meant for the turn', () => {
  const person = new Person([TURN]).wait(5000);
  person.session.emit(ASK);
  expect(person.press('escape').effects).toEqual([{ type: 'cancel' }]);
});

test('Esc without a way to reject once calls the question off', () => {
  const options = OPTIONS.slice(0, 2);
  const person = new Person([TURN, { ...ASK, question: { ...ASK.question, options } }]);
  person.press('f12').wait(SILENCE).press('escape');
  expect(person.effects).toMatchObject([
    { type: 'answer', questionId: 'q', answer: { outcome: 'cancelled' } },
  ]);
});

test('`d` shows all of it, and the question stays', () => {
  const person = asked().type('d');
  expect(person.effects.map(({ type }) => type)).toEqual(['show-asked']);
  expect(person.ui.dialog).not.toBeNull();
});

test('a number that is no answer is typed', () => {
  const person = asked().type('7');
  expect(person.effects).toEqual([]);
  expect(person.draft).toBe('7');
});

test('Ctrl+C cancels the turn', () => {
  expect(asked().press('ctrl+c').effects).toEqual([{ type: 'cancel' }]);
});

test('Shift+Tab answers nothing, and changes no mode under a question', () => {
  const person = asked().press('shift+tab').wait(SILENCE).press('shift+tab');
  expect(person.effects).toEqual([]);
  expect(person.ui.dialog).toMatchObject({ questionId: 'q', answered: false });
});

const PROSE = ['also add tests', 'Actually, wait', 'no, stop', 'a 1 A a 2 r R 3', '1. run it 2. stop'];
const PACES = [50, 250, 400, 900];

test.each(PROSE.flatMap((text) => PACES.map((pace) => [text, pace] as const)))(
  '`%s` and Enter, a key every %i ms from before the question on, is a draft and answers nothing',
  (text, pace) => {
    const person = new Person([TURN]).type('so ');
    person.session.emit(ASK);
    for (const character of text) person.type(character).wait(pace);
    person.press('enter').wait(pace).press('enter');
    expect(person.effects).toEqual([]);
    expect(person.draft).toBe(`so ${text}`);
  },
);

test('a draft keeps Enter and the numbers from answering for as long as it waits', () => {
  const person = asked().type('n').wait(60_000);
  person.press('enter').wait(60_000).type('1').wait(60_000).press('enter');
  expect(person.effects).toEqual([]);
  expect(person.draft).toBe('n1');
});

test('an arrow goes from the draft to the answers, and a second of silence later Enter gives one; the draft is kept', () => {
  const person = asked().type('also add tests').press('down').wait(500).press('enter');
  expect(person.effects).toEqual([]);
  person.wait(SILENCE).press('enter');
  expect(person.effects).toEqual([answer('once', 'Enter')]);
  expect(person.draft).toBe('also add tests');
});

test('whoever types on is with the draft again', () => {
  const person = asked().type('also').press('down').wait(SILENCE).type('!').wait(SILENCE).press('enter');
  expect([person.effects, person.draft]).toEqual([[], 'also!']);
});

test('Enter answers only after a second without any key', () => {
  const person = asked();
  person.press('f12').wait(999).press('enter').wait(999).press('enter');
  expect(person.effects).toEqual([]);
  expect(person.wait(1000).press('enter').effects).toEqual([answer('once', 'Enter')]);
});

test('a draft that is cleared again no longer keeps the keys from answering', () => {
  const person = asked().type('no').press('backspace', 'backspace');
  expect(person.press('enter').effects).toEqual([]);
  expect(person.wait(SILENCE).type('1').effects).toEqual([answer('once', '1')]);
});

test('several characters at once are no key that somebody pressed', () => {
  const person = asked().type('12');
  expect([person.effects, person.draft]).toEqual([[], '12']);
});

test('what was being typed when it appeared goes on into the draft, and answers nothing', () => {
  const person = new Person([TURN]).type('look at ');
  person.session.emit(ASK);
  for (const character of 'a real 1') person.type(character).wait(150);
  expect(person.draft).toBe('look at a real 1');
  expect(person.effects).toEqual([]);
});

test('Enter right after it appeared answers and sends nothing; after the answer it sends the draft', () => {
  const person = new Person([TURN]).type('hello');
  person.session.emit(ASK);
  expect(person.press('enter').effects).toEqual([]);
  person.session.emit({ type: 'question_closed', questionId: 'q' });
  expect(person.press('enter').effects).toEqual(sent('hello'));
});

test('an answer to one question is not one to the next', () => {
  const person = asked();
  person.session.emit({ ...ASK, question: { ...ASK.question, id: 'q2' } });
  person.type('1').type('1').press('enter');
  expect(person.effects).toEqual([answer('once', '1')]);
  expect(person.draft).toBe('1');
});

test('a question without answers can be called off', () => {
  const person = new Person([TURN, { ...ASK, question: { ...ASK.question, options: [] } }]);
  person.press('f12').wait(SILENCE).press('down', 'enter', 'escape');
  expect(person.effects).toMatchObject([
    { type: 'answer', questionId: 'q', answer: { outcome: 'cancelled' } },
  ]);
});
