import { expect, test } from 'vitest';
import { Person, sent, TURN } from '../update/person.ts';

test('Enter sends what was typed, and empties the draft', () => {
  const person = new Person().type('hello').press('enter');
  expect(person.effects).toEqual(sent('hello'));
  expect(person.draft).toBe('');
});

test('Enter on nothing, or on blanks, sends nothing', () => {
  expect(new Person().press('enter').type('  \n').press('enter').effects).toEqual([]);
});

test.each(['ctrl+j', 'shift+enter', 'alt+enter'])('%s makes a new line', (chord) => {
  expect(new Person().type('a').press(chord).type('b').draft).toBe('a\nb');
});

test('a backslash before Enter makes a new line', () => {
  expect(new Person().type('a\\').press('enter').type('b').draft).toBe('a\nb');
});

test('a long paste is sent whole', () => {
  const long = 'line\n'.repeat(5000);
  expect(new Person().paste(long).press('enter').effects).toEqual(sent(long));
});

test('Up goes through earlier prompts, and Down comes back to the draft', () => {
  const person = new Person([], ['first', 'second']).type('draft').press('up');
  expect(person.draft).toBe('second');
  expect(person.press('up').draft).toBe('first');
  expect(person.press('up').draft).toBe('first');
  expect(person.press('down', 'down').draft).toBe('draft');
  expect(person.press('down').draft).toBe('draft');
});

test('Up and Down move within a draft of several lines first', () => {
  const person = new Person([], ['old']).type('one').press('ctrl+j').type('two').press('up').type('X');
  expect(person.draft).toBe('oneX\ntwo');
  expect(person.press('up').draft).toBe('old');
});

test('a sent prompt can be called back', () => {
  expect(new Person().type('hello').press('enter', 'up').draft).toBe('hello');
});

test('Up on an empty draft takes the last queued prompt back', () => {
  const person = new Person([TURN, { type: 'prompt_queued', prompt: { id: '7', text: 'later' } }]).press(
    'up',
  );
  expect(person.effects).toEqual([{ type: 'remove-queued', promptId: '7' }]);
  expect(person.draft).toBe('later');
});

test('`?` on an empty draft shows the keys, and is typed otherwise', () => {
  expect(new Person().type('?').ui.prompt.showsKeys).toBe(true);
  expect(new Person().type('?').type('?').ui.prompt.showsKeys).toBe(false);
  expect(new Person().type('what').type('?').draft).toBe('what?');
});

test.each([
  ['default', 'acceptEdits'],
  ['acceptEdits', 'plan'],
  ['plan', 'default'],
  ['dontAsk', 'default'],
  ['bypassPermissions', 'default'],
] as const)('Shift+Tab leads from %s to %s, and never to where nothing is asked', (mode, next) => {
  const person = new Person();
  person.session.setMode(mode);
  person.press('shift+tab');
  expect(person.effects).toEqual([{ type: 'set-mode', mode: next }]);
});

test("Shift+Tab goes on from the mode that is shown, also where that is the agent's own", () => {
  const person = new Person();
  const choices = [{ value: 'p', name: 'Plan' }];
  const option = { id: 'mode', name: 'Mode', category: 'mode', value: 'p', choices, like: 'plan' } as const;
  person.session.emit({ type: 'config_options', options: [option] });
  expect(person.press('shift+tab').effects).toEqual([{ type: 'set-mode', mode: 'default' }]);
});

test.each([
  ['ctrl+l', { type: 'redraw' }],
  ['ctrl+o', { type: 'show-output' }],
  ['ctrl+z', { type: 'suspend' }],
  ['ctrl+d', { type: 'leave' }],
] as const)('%s', (chord, effect) => {
  expect(new Person().press(chord).effects).toEqual([effect]);
});

test('Ctrl+D in a draft deletes to the right', () => {
  const person = new Person().type('ab').press('home', 'ctrl+d');
  expect(person.draft).toBe('b');
  expect(person.effects).toEqual([]);
});

test('a key that means nothing does nothing', () => {
  const person = new Person().type('a').press('f5', 'alt+q', 'ctrl+shift+alt+x');
  expect(person.draft).toBe('a');
  expect(person.effects).toEqual([]);
});
