import { expect, test } from 'vitest';
import type { QuestionOption } from '../../../src/core/gate-request.ts';
import type { Effect } from '../../../src/tui/update/step.ts';
import { createKeymap } from '../../../src/tui/input/create-keymap.ts';
import { Person, sent, TURN } from './person.ts';

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
  return person.press('f12').wait(201);
};
const answer = (optionId: string): Effect => ({
  type: 'answer',
  questionId: 'q',
  answer: { outcome: 'selected', optionId },
});

test.each([
  ['1', 'once'],
  ['2', 'always'],
  ['4', 'never'],
  ['a', 'once'],
  ['A', 'always'],
  ['r', 'no'],
  ['R', 'never'],
])('`%s` answers with %s', (key, optionId) => {
  expect(asked().type(key).effects).toEqual([answer(optionId)]);
});

test('Enter allows once, also where the agent puts something wider on top', () => {
  const question = { ...ASK.question, options: OPTIONS.slice(0, 3).reverse() };
  const person = new Person([TURN, { ...ASK, question }]);
  expect(person.press('f12').wait(201).press('enter').effects).toEqual([answer('once')]);
});

test('arrows choose, Enter answers', () => {
  expect(asked().press('enter').effects).toEqual([answer('once')]);
  expect(asked().press('down', 'down', 'enter').effects).toEqual([answer('no')]);
  expect(asked().press('up', 'enter').effects).toEqual([answer('never')]);
});

test('a question takes every key of what it knows, also where the user has no other', () => {
  const person = asked();
  person.keymap = createKeymap({ up: ['ctrl+p'], escape: ['ctrl+e'] }).keymap;
  expect(person.press('ctrl+p', 'ctrl+p', 'enter').effects).toEqual([answer('no')]);
});

test('Esc rejects, and does not interrupt the turn', () => {
  expect(asked().press('escape').effects).toEqual([answer('no')]);
});

test('Esc without a way to reject once calls the question off', () => {
  const options = OPTIONS.slice(0, 2);
  const person = new Person([TURN, { ...ASK, question: { ...ASK.question, options } }]);
  person.press('f12').wait(201).press('escape');
  expect(person.effects).toEqual([{ type: 'answer', questionId: 'q', answer: { outcome: 'cancelled' } }]);
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

test('what was being typed when it appeared goes on into the prompt, and answers nothing', () => {
  const person = new Person([TURN]).type('look at ');
  person.session.emit(ASK);
  for (const character of 'a real 1') person.type(character).wait(150);
  expect(person.draft).toBe('look at a real 1');
  expect(person.effects).toEqual([]);
  expect(person.wait(201).type('a').effects).toEqual([answer('once')]);
});

test('Enter right after it appeared sends the draft, and answers nothing', () => {
  const person = new Person([TURN]).type('hello');
  person.session.emit(ASK);
  expect(person.press('enter').effects).toEqual(sent('hello'));
});

test('text that begins with no key of the dialog is typed to its end', () => {
  const person = asked();
  for (const character of 'no, read it') person.type(character).wait(50);
  expect(person.draft).toBe('no, read it');
  expect(person.effects).toEqual([]);
});

test('an answer to one question is not one to the next', () => {
  const person = asked();
  person.session.emit({ ...ASK, question: { ...ASK.question, id: 'q2' } });
  person.type('aa');
  expect(person.effects).toEqual([answer('once')]);
  expect(person.draft).toBe('a');
});

test('a question without answers can be called off', () => {
  const person = new Person([TURN, { ...ASK, question: { ...ASK.question, options: [] } }]);
  person.press('f12').wait(201).press('down', 'enter', 'escape');
  expect(person.effects).toEqual([{ type: 'answer', questionId: 'q', answer: { outcome: 'cancelled' } }]);
});
