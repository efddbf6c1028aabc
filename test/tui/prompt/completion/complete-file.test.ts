import { expect, test } from 'vitest';
import { completionLookup, completionsOf } from '../../../../src/tui/prompt/completion/complete-draft.ts';
import { LookupFeed, type LookupView } from '../../../../src/tui/prompt/completion/lookups.ts';
import { FakeSession } from '../../fake-session.ts';
import { FixedFiles } from '../../fixed-files.ts';
import { Person } from '../../update/person.ts';

const PATHS = ['src/', 'src/cart.ts', 'src/tui/app.tsx', 'docs/a b.md', 'README.md'];

/** What is looked up for the draft of a person, as the REPL does it. */
async function lookUp(person: Person, paths: readonly string[] = PATHS): Promise<LookupView> {
  const session = new FakeSession();
  session.files = new FixedFiles(paths);
  session.commands = {
    custom: () => [],
    values: (name, words) =>
      Promise.resolve(
        name === 'mode' && words.length === 0 ? [{ value: 'plan', description: 'looks only' }] : [],
      ),
  };
  const feed = new LookupFeed(session, () => {});
  feed.want(completionLookup(person.ui.prompt));
  const isThere = () => feed.view().files !== null || feed.view().values.size > 0;
  await expect.poll(isThere).toBe(true);
  feed.close();
  return feed.view();
}

async function typing(text: string): Promise<Person> {
  const person = new Person().type(text);
  person.lookups = await lookUp(person);
  return person;
}

const labels = (person: Person) => completionsOf(person.ui.prompt, person.context).map(({ label }) => label);

test('a few letters list the files that have them, and Enter takes the chosen one', async () => {
  const person = await typing('why @crt');
  expect(labels(person)).toEqual(['@src/cart.ts']);
  expect(person.press('enter').draft).toBe('why @src/cart.ts ');
});

test('a folder is gone into, and is itself what Enter sends then', async () => {
  const person = await typing('in @sr');
  person.press('tab');
  expect(person.draft).toBe('in @src/');
  person.lookups = await lookUp(person);
  expect(labels(person).slice(0, 2)).toEqual(['@src/', '@src/cart.ts']);
  expect(person.press('enter').effects.at(-1)).toMatchObject({ type: 'prompt' });
});

test('a name with blanks is quoted, and goes on being found in quotes', async () => {
  const person = await typing('@ab');
  expect(person.press('tab').draft).toBe('@"docs/a b.md" ');
  expect(labels(await typing('@"docs/a b'))).toEqual(['@docs/a b.md']);
});

test('until the next list is there the last one goes on, as far as it fits', async () => {
  const person = await typing('@s');
  expect(labels(person).length).toBeGreaterThan(1);
  expect(labels(person.type('rc/c'))).toEqual(['@src/cart.ts']);
});

test('what may follow a command is listed, and taken only when it was chosen', async () => {
  const person = await typing('/mode p');
  expect(labels(person)).toEqual(['plan']);
  expect(person.press('enter').effects.at(-1)).toEqual({ type: 'command', line: '/mode p' });
  const other = await typing('/mode p');
  expect(other.press('tab').draft).toBe('/mode plan ');
});
