import { expect, test } from 'vitest';
import { completionQuery } from '../../../../src/tui/prompt/completion/complete-draft.ts';
import { queryKey } from '../../../../src/tui/prompt/completion/mcp-feed.ts';
import { hasServer, view } from '../../servers.ts';
import { Person, sent } from '../../update/person.ts';

function withServers(): Person {
  const person = new Person([hasServer()]);
  person.mcp = view();
  return person;
}

test('Enter completes a mention, and sends it once it is complete', () => {
  const person = withServers().type('read @').press('enter');
  expect(person.draft).toBe('read @shop:');
  person.press('down', 'enter');
  expect([person.draft, person.effects]).toEqual(['read @shop:shop://orders ', []]);
  person.press('backspace', 'enter');
  expect(person.effects).toEqual(sent('read @shop:shop://orders'));
});

test('Tab completes a mention in the middle of a draft, and the cursor goes behind it', () => {
  const person = withServers().type('a  b').press('left', 'left').type('@shop:').press('tab').type('!');
  expect(person.draft).toBe('a @shop:shop://notes ! b');
});

test('Esc closes the list, and Enter then sends what was typed', () => {
  const person = withServers().type('at @sh').press('escape', 'enter');
  expect(person.effects).toEqual(sent('at @sh'));
});

test('the value of an argument is only taken when it was chosen', () => {
  const answered = (person: Person): Person => {
    const sources = { ...person.context, commands: [] };
    const query = completionQuery(person.ui.prompt, sources);
    if (query !== null) person.mcp = view({ values: new Map([[queryKey(query), ['Ada', 'Adam']]]) });
    return person;
  };
  const sends = answered(withServers().type('/shop:greet A')).press('enter');
  expect(sends.effects.at(-1)).toEqual({ type: 'command', line: '/shop:greet A' });
  const chooses = answered(withServers().type('/shop:greet A')).press('down', 'enter');
  expect([chooses.draft, chooses.effects]).toEqual(['/shop:greet Adam ', []]);
});

test('Enter on a prompt of a server sends its name', () => {
  const person = withServers().type('/shop').press('enter');
  expect(person.effects.at(-1)).toEqual({ type: 'command', line: '/shop:greet' });
});
