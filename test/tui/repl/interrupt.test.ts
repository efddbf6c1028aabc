import { expect, test } from 'vitest';
import { Person, TURN } from '../update/person.ts';

test('Esc interrupts a running turn and keeps the draft', () => {
  const person = new Person([TURN]).type('next').press('escape');
  expect(person.effects).toEqual([{ type: 'cancel' }]);
  expect(person.draft).toBe('next');
});

test('Esc twice clears the draft, and Up brings it back', () => {
  const person = new Person().type('long thought').press('escape', 'escape');
  expect(person.draft).toBe('');
  expect(person.press('up').draft).toBe('long thought');
});

test('Esc twice, but slowly, keeps the draft; so does a key between', () => {
  expect(new Person().type('a').press('escape').wait(1001).press('escape').draft).toBe('a');
  expect(new Person().type('a').press('escape', 'left', 'escape').draft).toBe('a');
});

test('Ctrl+C cancels a running turn, a second one leaves', () => {
  const person = new Person([TURN]).press('ctrl+c');
  expect(person.effects).toEqual([{ type: 'cancel' }]);
  expect(person.press('ctrl+c').effects.at(-1)).toEqual({ type: 'leave' });
});

test('Ctrl+C clears the draft first', () => {
  const person = new Person().type('a').press('ctrl+c');
  expect(person.draft).toBe('');
  expect(person.effects).toEqual([]);
  expect(person.press('ctrl+c').effects).toEqual([{ type: 'leave' }]);
});

test('Ctrl+C twice, but slowly, does not leave', () => {
  expect(new Person().press('ctrl+c').wait(1001).press('ctrl+c').effects).toEqual([]);
});

test('Ctrl+C ends a backend that does not react, and does not leave', () => {
  const person = new Person([TURN]);
  person.now = Date.now();
  person.session.emit({ type: 'turn_cancelling', turnId: 't' });
  person.wait(1500).press('ctrl+c');
  expect(person.effects).toEqual([{ type: 'cancel' }]);
  person.wait(1500).press('ctrl+c');
  expect(person.effects.at(-1)).toEqual({ type: 'end-backend' });
});
