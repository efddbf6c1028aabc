import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { layOutEditor } from '../../../src/tui/editor/editor-rows.ts';
import { Person, TURN } from '../update/person.ts';

const PROMPTED: SessionEvent[] = [
  { type: 'turn_started', turnId: 't', prompt: [{ type: 'text', text: 'fix teh test' }] },
  { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' },
];

test('Esc twice on an empty draft brings the last prompt back to be edited', () => {
  const person = new Person(PROMPTED).press('escape');
  expect(person.draft).toBe('');
  expect(person.press('escape').draft).toBe('fix teh test');
});

test('Esc twice, but slowly, changes nothing; nor without a prompt', () => {
  expect(new Person(PROMPTED).press('escape').wait(1500).press('escape').draft).toBe('');
  expect(new Person().press('escape', 'escape').ui.prompt.armed).toBeNull();
});

test('Ctrl+G opens the draft in the editor, pastes in full', () => {
  const long = 'line\n'.repeat(50);
  const person = new Person([TURN]).type('see ').paste(long).press('ctrl+g');
  expect(person.effects).toEqual([{ type: 'edit-draft', text: `see ${long}` }]);
});

test('F1 shows the keys also while something is typed, and they scroll', () => {
  const person = new Person().type('draft').press('f1', 'pagedown', 'down');
  expect([person.ui.prompt.showsKeys, person.ui.keysScroll]).toEqual([true, 11]);
  expect(person.press('up', 'pageup', 'pageup').ui.keysScroll).toBe(0);
  expect(person.press('escape').ui.prompt.showsKeys).toBe(false);
  expect(person.draft).toBe('draft');
});

test('PgUp and PgDn go through a long draft by what is in sight', () => {
  const person = new Person().type(Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n'));
  const rowOf = () => layOutEditor(person.ui.prompt.editor, 77).cursor.row;
  expect(rowOf()).toBe(39);
  person.press('pageup');
  expect(rowOf()).toBe(33);
  person.press('pagedown', 'pagedown');
  expect(rowOf()).toBe(39);
  for (let press = 0; press < 9; press += 1) person.press('pageup');
  expect(rowOf()).toBe(0);
});

test('Shift with the arrows selects, and typing replaces what is selected', () => {
  expect(new Person().type('one two').press('ctrl+shift+left').type('x').draft).toBe('one x');
  expect(new Person().type('one').press('ctrl+j').type('two').press('shift+up').type('x').draft).toBe('onex');
  expect(new Person().type('one two').press('shift+home', 'backspace').draft).toBe('');
});

test('a selection is cut by Ctrl+W and copied by Alt+W', () => {
  const cut = new Person().type('one two').press('shift+left', 'shift+left', 'ctrl+w', 'ctrl+a', 'ctrl+y');
  expect(cut.draft).toBe('woone t');
  const copied = new Person().type('ab').press('shift+home', 'alt+w', 'ctrl+e', 'ctrl+y');
  expect(copied.draft).toBe('abab');
});

test('Alt+Y right behind Ctrl+Y brings what was cut before', () => {
  const person = new Person().type('one two').press('ctrl+w', 'left', 'ctrl+u', 'ctrl+y');
  expect(person.draft).toBe('one ');
  expect(person.press('alt+y').draft).toBe('two ');
  expect(person.press('alt+y').draft).toBe('one ');
  expect(person.press('left', 'alt+y').draft).toBe('one ');
});

test.each([
  ['alt+u', 'ONE two'],
  ['alt+l', 'one two'],
  ['alt+c', 'One two'],
  ['alt+t', 'two one'],
])('%s changes words', (chord, draft) => {
  expect(new Person().type('one two').press('home', ...(chord === 'alt+t' ? ['end'] : []), chord).draft).toBe(
    draft,
  );
});

test('Ctrl+K at the end of a line joins the next one', () => {
  const person = new Person().type('one').press('ctrl+j').type('two').press('up', 'end', 'ctrl+k');
  expect(person.draft).toBe('onetwo');
});

test('words of Chinese and Japanese are found without blanks', () => {
  const person = new Person().type('日本語の文章').press('alt+b', 'ctrl+k');
  expect(person.draft).toBe('日本語の');
});
