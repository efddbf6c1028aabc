import { expect, test } from 'vitest';
import type { Loads } from '../../../../src/tui/panel/panel-feed.ts';
import { createPanel } from '../../../../src/tui/panel/panel-state.ts';
import type { Effect } from '../../../../src/tui/repl/ui-state.ts';
import { drawPanel } from '../../live/draw-parts.tsx';
import { Person } from '../../update/person.ts';

/** Somebody who looks at the rules of a session: two that were written down, and those that are added here. */
function looking(...added: ['allow' | 'ask' | 'deny', string][]): Person {
  const person = new Person();
  const { permissions } = person.session;
  for (const [effect, rule] of added) permissions.add(effect, rule);
  person.ui = { ...person.ui, panel: createPanel('permissions', null) };
  person.loads = { of: () => ({ state: 'ready', value: permissions.rules() }) } as unknown as Loads;
  return person;
}

function shown(person: Person, columns = 79, rows = 24): string {
  return drawPanel(person, columns, rows).join('\n');
}

/** What the last key had done to the session. */
async function act(person: Person): Promise<string> {
  const effect = person.effects.findLast(
    (one): one is Extract<Effect, { type: 'act' }> => one.type === 'act',
  );
  if (effect === undefined) throw new Error('Nothing was done.');
  return effect.act(person.session);
}

const rulesOf = ({ session }: Person) =>
  session.permissions.rules().map(({ effect, rule }) => `${effect} ${rule}`);

test('rules are grouped by what they do, with where each comes from and the mode above', () => {
  const drawn = shown(looking(['ask', 'shell(git push*)']));
  expect(drawn).toMatch(
    /Mode\n.*default.*\n.*Denied.*\n› write_file\(\.env\) +your config\n.*Asked about\n.*shell\(git push\*\) +this session\n.*Allowed\n.*shell\(git status\*\) +command line/,
  );
  expect(drawn).toContain('3 rules · 1 of this session');
  expect(drawn).toContain('kept by that agent');
});

test('typing filters them', () => {
  const drawn = shown(looking(['ask', 'shell(git push*)']).type('git'));
  expect(drawn).toContain('shell(git push*)');
  expect(drawn).not.toContain('write_file');
});

test('a rule is added in its own words, which are said as they are typed', async () => {
  const person = looking().press('ctrl+a');
  expect(shown(person)).toContain('Rule: allow ▏');
  person.type('shell(npm *)');
  expect(shown(person)).toContain('allows commands that match npm *');
  expect(await act(person.press('enter'))).toBe('For this session: it allows commands that match npm *.');
  expect(rulesOf(person)).toContain('allow shell(npm *)');
});

test('a rule that is to be kept says into which file it goes before it is written', () => {
  const person = looking().press('ctrl+a').type('--project shell(npm *)');
  expect(shown(person, 100)).toContain(
    "allows commands that match npm *; saved to this project's .simse/config.json",
  );
});

test('a rule of a config.json is taken out of it once I have said yes to the file', () => {
  const person = looking();
  const kept = { source: 'your config', file: '/home/me/config.json', keptIn: 'user', isOfSession: false };
  const value = [{ effect: 'deny', rule: 'shell(rm *)', ...kept }];
  person.loads = { of: () => ({ state: 'ready', value }) } as unknown as Loads;
  person.press('delete');
  expect(shown(person)).toContain('Remove it from /home/me/config.json?');
  expect(person.effects).toEqual([]);
});

test('what is no rule is not added, and it is said why', () => {
  const person = looking().press('ctrl+a').type('two words').press('enter');
  expect(person.effects).toEqual([]);
  expect(shown(person)).toContain('"two words" is not a permission rule.');
  person.press('ctrl+u').type('permit shell').press('enter');
  expect(shown(person)).toContain('Begin with allow, ask, deny.');
  expect(shown(person.press('escape'))).not.toContain('Rule:');
});

test('a rule of the session is forgotten by Del in the list, and by x where it is looked into', async () => {
  const inList = looking(['deny', 'shell(rm *)']).press('down').press('delete');
  expect(await act(inList)).toBe('shell(rm *) is forgotten.');
  expect(rulesOf(inList)).not.toContain('deny shell(rm *)');
  const inside = looking(['deny', 'shell(rm *)']).press('down', 'enter').type('x');
  await act(inside);
  expect(rulesOf(inside)).not.toContain('deny shell(rm *)');
});

test('a rule of the session is edited', async () => {
  const person = looking(['deny', 'shell(rm *)']).press('down', 'enter').type('e');
  expect(shown(person)).toContain('deny: shell(rm *)▏');
  await act(person.press('ctrl+u').type('shell(rm -rf *)').press('enter'));
  expect(rulesOf(person)).toEqual([
    'deny write_file(.env)',
    'deny shell(rm -rf *)',
    'allow shell(git status*)',
  ]);
});

test('a rule from a file says where it is changed, and stays', () => {
  const person = looking();
  expect(person.press('delete').effects).toEqual([]);
  const drawn = shown(person.press('enter'));
  expect(drawn).toContain('It denies writing the file .env.');
  expect(drawn).toContain('/home/me/.config/simse/config.json');
  expect(person.type('x').type('e').effects).toEqual([]);
});

test('the mode is chosen from its page', () => {
  const person = looking().press('up', 'enter');
  expect(shown(person)).toContain('Permission mode');
  person.press('down', 'enter');
  expect(person.effects).toEqual([{ type: 'set-mode', mode: 'acceptEdits' }]);
});

test('in 40 columns and 12 rows there is a list to move in', () => {
  const drawn = shown(looking(['ask', 'shell(git push*)']), 39, 12);
  expect(drawn).toContain('write_file(.env)');
  expect(drawn.split('\n').every((row) => row.length <= 39)).toBe(true);
});
