import { expect, test } from 'vitest';
import { Person } from '../update/person.ts';

test('a line that begins with a slash is a command', () => {
  expect(new Person().type('/mode plan').press('enter').effects).toEqual([
    { type: 'remember', text: '/mode plan' },
    { type: 'command', line: '/mode plan' },
  ]);
});

test('Tab completes the chosen one', () => {
  expect(new Person().type('/mo').press('tab').draft).toBe('/mode ');
  expect(new Person().type('/mo').press('down', 'tab').draft).toBe('/model ');
  expect(new Person().type('/mo').press('up', 'tab').draft).toBe('/model ');
});

test('Enter runs the chosen one', () => {
  const person = new Person().type('/h').press('enter');
  expect(person.effects).toContainEqual({ type: 'command', line: '/help' });
});

test('a command that is typed whole is not another one that begins with it', () => {
  const person = new Person().type('/mode').press('enter');
  expect(person.effects).toContainEqual({ type: 'command', line: '/mode' });
});

test('Esc closes the list; what was typed is sent then as it is', () => {
  const person = new Person().type('/mo').press('escape', 'enter');
  expect(person.effects).toContainEqual({ type: 'command', line: '/mo' });
});

test('a path is not completed', () => {
  const person = new Person().type('/etc/hosts is odd').press('enter');
  expect(person.effects).toContainEqual({ type: 'command', line: '/etc/hosts is odd' });
});
