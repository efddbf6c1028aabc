import { expect, test } from 'vitest';
import { NEW_VIM } from '../../../src/tui/editor/vim/vim-state.ts';
import { withPrompt } from '../live/draw-live.tsx';
import { Person, sent, TURN } from '../update/person.ts';

function inVim(events: ConstructorParameters<typeof Person>[0] = [], history: string[] = []): Person {
  const person = new Person(events, history);
  person.ui = withPrompt(person.ui, { vim: NEW_VIM });
  return person;
}

const modeOf = ({ ui }: Person) => ui.prompt.vim?.mode;

test('the prompt begins in insert mode, and Esc goes to normal mode', () => {
  const person = inVim().type('one two').press('escape').type('b').type('cw').type('x');
  expect([person.draft, modeOf(person)]).toEqual(['one x', 'insert']);
});

test('keys that come at once are each taken in their mode', () => {
  expect(inVim().type('one').press('escape').type('ccnew text').draft).toBe('new text');
});

test('a pasted text is put in as it is, also when the terminal does not mark it', () => {
  expect(inVim().press('escape').paste('dd dw').draft).toBe('dd dw');
  expect(inVim().press('escape').type('a text that is longer than anybody types').draft).toContain(
    'longer than',
  );
});

test('Esc in insert mode does not interrupt; in normal mode it does', () => {
  const person = inVim([TURN]).type('a').press('escape');
  expect(person.effects).toEqual([]);
  expect(person.press('escape').effects).toEqual([{ type: 'cancel' }]);
});

test('j and k lead to earlier prompts at the edges of the draft', () => {
  const person = inVim([], ['first', 'second']).press('escape').type('k');
  expect(person.draft).toBe('second');
  expect(person.type('k').draft).toBe('first');
  expect(person.type('j').draft).toBe('second');
});

test('Enter sends in normal mode, and the next draft begins in insert mode', () => {
  const person = inVim().type('hello').press('escape', 'enter');
  expect(person.effects).toEqual(sent('hello'));
  expect(modeOf(person)).toBe('insert');
});

test('arrows and readline keys work in normal mode, and leave the cursor on a character', () => {
  const person = inVim().type('abc').press('escape', 'ctrl+a', 'ctrl+e');
  expect(person.ui.prompt.editor.cursor).toBe(2);
});

test('Ctrl+R redoes in normal mode, and searches in insert mode', () => {
  const person = inVim().type('ab').press('escape').type('x').type('u').press('ctrl+r');
  expect(person.draft).toBe('a');
  expect(inVim([], ['old']).press('ctrl+r').ui.prompt.search).not.toBeNull();
});

test('`?` on an empty draft shows the keys in normal mode, too', () => {
  expect(inVim().press('escape').type('?').ui.prompt.showsKeys).toBe(true);
});

test('no completions are offered in normal mode', () => {
  expect(inVim().type('/he').press('escape', 'enter').effects).toEqual([
    { type: 'remember', text: '/he' },
    { type: 'command', line: '/he' },
  ]);
});

test('a text to look for is typed to its end: Enter looks, what deletes takes back, Esc gives up', () => {
  const person = inVim().type('one two three').press('escape').type('0').type('/').type('twx');
  expect(person.ui.prompt.vim?.pending).toBe('/twx');
  person.press('backspace').type('o').press('enter');
  expect([person.ui.prompt.editor.cursor, person.ui.prompt.vim?.pending]).toEqual([4, '']);
  expect(person.effects).toEqual([]);
  person.type('/').type('three').press('escape');
  expect([person.ui.prompt.editor.cursor, person.ui.prompt.vim?.pending, modeOf(person)]).toEqual([
    4,
    '',
    'normal',
  ]);
});

test('`?` looks backwards in a draft, and shows the keys where there is none', () => {
  const person = inVim().type('one two').press('escape').type('?').type('one').press('enter');
  expect([person.ui.prompt.editor.cursor, person.ui.prompt.showsKeys]).toEqual([0, false]);
  expect(inVim().press('escape').type('?').ui.prompt.showsKeys).toBe(true);
});
