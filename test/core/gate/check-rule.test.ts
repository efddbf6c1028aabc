import { expect, test } from 'vitest';
import { checkRules, checkRulesFor } from '../../../src/core/gate/check-rule.ts';
import { joinRules, parseRules } from '../../../src/core/gate/permission-rule.ts';
import { call, edit, run } from '../gate-requests.ts';

const says = (text: string, effect: 'allow' | 'ask' | 'deny' = 'allow') => checkRules(text, effect).says;

test.each([
  ['shell', 'allows every command'],
  ['shell(git status*)', 'allows commands that match git status*'],
  ['shell(echo \\*)', 'allows the exact command echo *'],
  ['bash(npm test)', 'allows the exact command npm test'],
  ['write_file', 'allows writing every file'],
  ['edit(src/**)', 'allows writing files that match src/**'],
  ['read_file(/etc/hosts)', 'allows reading the file /etc/hosts'],
  ['files/*', 'allows tools that match files/*'],
  ['files/read(/tmp/*)', 'allows the tool files/read with an argument that matches /tmp/*'],
  ['sampling(shop)', 'allows the MCP server shop asking your model'],
  ['*', 'allows everything'],
  ['shell(a) and shell(b)', 'allows the exact command a; allows the exact command b'],
])('%s, in words: %s', (text, words) => {
  expect(says(text)).toBe(words);
});

test('what asks and what denies says so', () => {
  expect(says('shell(rm *)', 'deny')).toBe('denies commands that match rm *');
  expect(says('shell(rm *)', 'ask')).toBe('asks before commands that match rm *');
});

test.each(['', 'two words', 'shell()', 'shell(', 'read_file(~/a)'])(
  '"%s" is no rule, and it is said why',
  (text) => {
    const checked = checkRules(text, 'allow');
    expect(checked.rules).toBeNull();
    expect(checked.says).not.toBe('');
  },
);

test.each([
  ['shell(npm *)', true],
  ['shell(npm install)', true],
  ['shell(yarn *)', false],
  ['write_file', false],
  ['*', true],
])('%s covers npm install: %s', (text, covers) => {
  expect(checkRulesFor(text, 'allow', run('npm install'), ['/w']).covers).toBe(covers);
});

test('of a compound command the part that is left out is named', () => {
  const checked = checkRulesFor('shell(cd *)', 'allow', run('cd a && rm -rf b'), ['/w']);
  expect(checked).toMatchObject({
    covers: false,
    says: 'does not cover "Run rm -rf b": allows commands that match cd *',
  });
  expect(checkRulesFor('shell(cd *) and shell(rm *)', 'allow', run('cd a && rm -rf b'), ['/w']).covers).toBe(
    true,
  );
});

test('a denying rule has to touch what it was written for', () => {
  expect(checkRulesFor('files/*', 'deny', call('files/read'), ['/w']).covers).toBe(true);
  expect(checkRulesFor('write_file(docs/**)', 'deny', edit('/w/src/a.ts'), ['/w']).covers).toBe(false);
});

test.each([
  [['shell(a)']],
  [['shell(a)', 'shell(b)']],
  [['shell(echo (x) and y)', 'files/read']],
  [['write_file(this and that)', 'shell(rock and roll *)']],
])('%j is read back as it was written', (rules) => {
  expect(parseRules(joinRules(rules)).map(({ text }) => text)).toEqual(rules);
});

test('a command of thousands of words and their ands is read at once', () => {
  const command = Array.from({ length: 3000 }, () => 'x)').join(' and ');
  expect(parseRules(`shell(${command})`)).toHaveLength(1);
});
