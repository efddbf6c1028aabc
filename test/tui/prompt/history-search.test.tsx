import { expect, test } from 'vitest';
import { FoundPrompts } from '../../../src/tui/prompt/found-prompts.tsx';
import { findPrompts } from '../../../src/tui/prompt/history-search.ts';
import { withElsewhere } from '../../../src/tui/prompt/history-state.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { drawComponent, drawStyled } from '../live/draw-component.tsx';
import { withPrompt } from '../live/draw-live.tsx';
import { Person } from '../update/person.ts';

const HISTORY = ['fix the login test', 'why does checkout fail?', 'add a test for carts'];

function searching(...here: string[]): Person {
  return new Person([], here.length === 0 ? HISTORY : here).press('ctrl+r');
}

function screen({ ui }: Person, columns = 70): string[] {
  if (ui.prompt.search === null) return [];
  return drawComponent(
    <FoundPrompts search={ui.prompt.search} history={ui.prompt.history} height={12} />,
    columns,
  );
}

test('Ctrl+R looks through earlier prompts as they are typed for, and Enter takes one into the draft', () => {
  const person = searching().type('test');
  expect(screen(person).slice(1, -1)).toEqual(['  fix the login test', '› add a test for carts']);
  expect(person.press('enter').draft).toBe('add a test for carts');
  expect(person.ui.prompt.search).toBeNull();
  expect(person.effects).toEqual([{ type: 'load-history' }]);
});

test('Ctrl+R again goes to the next older one', () => {
  expect(searching().type('test').press('ctrl+r', 'enter').draft).toBe('fix the login test');
  expect(searching().type('test').press('ctrl+r', 'ctrl+r', 'ctrl+r', 'down', 'tab').draft).toBe(
    'add a test for carts',
  );
});

test('Esc leaves the draft as it was, with its cursor', () => {
  const person = new Person([], HISTORY)
    .type('my draft')
    .press('home', 'ctrl+r')
    .type('test')
    .press('escape');
  expect(person.type('X').draft).toBe('Xmy draft');
});

test('what was typed can be taken back', () => {
  const person = searching().type('carts').press('backspace', 'ctrl+u').type('login').press('enter');
  expect(person.draft).toBe('fix the login test');
});

test('Enter on nothing found goes on searching', () => {
  const person = searching().type('zzz').press('enter');
  expect(screen(person)).toContain('  No match for "zzz".');
  expect(person.draft).toBe('');
});

test('prompts of other directories come behind those of this one, and say so', () => {
  const person = searching();
  const history = withElsewhere(person.ui.prompt.history, ['old test', 'fix the login test']);
  person.ui = withPrompt(person.ui, { history });
  expect(screen(person.type('test')).slice(1, -1)).toEqual([
    '  old test  elsewhere',
    '  fix the login test',
    '› add a test for carts',
  ]);
});

test.each([
  ['', ['c', 'b', 'a'], ['a', 'b', 'c']],
  ['test login', ['fix the login test'], HISTORY],
  ['chkout', ['why does checkout fail?'], HISTORY],
  ['a b', ['b a', 'a b'], ['a b', 'b a', 'a']],
  ['cat', ['cat', 'c-a-t'], ['c-a-t', 'cat', 'c and a long way to t']],
  ['x', ['x'], ['x', 'x']],
])('"%s" finds %j', (query, found, prompts) => {
  expect(findPrompts(query, prompts, []).map(({ text }) => text)).toEqual(found);
});

test('the characters that match are marked, also far into a long prompt', () => {
  const person = searching(`${'word '.repeat(40)}needle at the end`).type('needle');
  const { search, history } = person.ui.prompt;
  const row =
    search === null
      ? []
      : (drawStyled(<FoundPrompts search={search} history={history} height={12} />, 60)[1] ?? []);
  expect(row.filter(({ styles }) => styles.includes('strong')).map(({ text }) => text)).toEqual(['needle']);
});

test('1,000 long prompts are searched between two keys', () => {
  const prompts = Array.from(
    { length: 1000 },
    (_, index) => `${'some words of a prompt '.repeat(60)}${index}`,
  );
  const cpuMs = watchCpu();
  findPrompts('wrds zzz', prompts, prompts);
  expect(cpuMs()).toBeLessThan(500);
});
