import { expect, test } from 'vitest';
import { completionLookup, completionsOf } from '../../../../src/tui/prompt/completion/complete-draft.ts';
import { typedPath } from '../../../../src/tui/prompt/completion/complete-path.ts';
import { Person } from '../../update/person.ts';

test.each([
  ['!cat src/ma', 'src/ma'],
  ['!!cat src/ma', 'src/ma'],
  ['!cat ~/no', '~/no'],
  ['!cat "a b', 'a b'],
  ["!cat 'a b", 'a b'],
  ['!cat a\\ b', 'a b'],
  ['!./scr', './scr'],
  ['!sort <in', 'in'],
  ['!ls; cat x', 'x'],
  ['!ls', null],
  ['!ls ', null],
  ['!ls; ca', null],
  ['cat src', null],
])('in %s the path that is typed is %s', (draft, typed) => {
  expect(typedPath(draft)?.typed ?? null).toBe(typed);
});

/** Somebody who has typed a command, for whose path these were found. */
function typing(draft: string, typed: string, matches: string[]): Person {
  const person = new Person().type(draft);
  expect(completionLookup(person.ui.prompt)).toEqual({ files: null, path: typed, values: null });
  person.lookups = { ...person.lookups, paths: { typed, matches } };
  return person;
}

test.each([
  ['!cat src/ma', 'src/ma', ['src/main.ts'], '!cat src/main.ts '],
  ['!ls sr', 'sr', ['src/'], '!ls src/'],
  ['!ls ~/no', '~/no', ['~/notes a.md'], '!ls ~/notes\\ a.md '],
  ['!cat "a b', 'a b', ['a b.md'], '!cat "a b.md" '],
  ["!cd 'a", 'a', ['a b/'], "!cd 'a b/"],
  ['!cat a\\ ', 'a ', ['a $b.md'], '!cat a\\ \\$b.md '],
])('Tab makes of %s what the shell reads as the path', (draft, typed, matches, completed) => {
  expect(typing(draft, typed, matches).press('tab').draft).toBe(completed);
});

test('Enter runs the command as it is typed, until a path was chosen', () => {
  const person = typing('!cat src', 'src', ['src/', 'src.md']);
  expect(typing('!cat src', 'src', ['src/']).press('enter').effects.at(-1)).toMatchObject({
    type: 'shell',
    command: 'cat src',
  });
  expect(person.press('down', 'enter').draft).toBe('!cat src.md ');
});

test('what was found for a shorter path is shown until the longer one is looked up', () => {
  const person = typing('!cat sr', 'sr', ['src/', 'srv/']).type('c');
  expect(completionsOf(person.ui.prompt, person.context).map(({ label }) => label)).toEqual(['src/']);
});
