import { expect, test } from 'vitest';
import { suggestLastingRules, suggestRules } from '../../../src/core/gate/suggest-rules.ts';
import { run, shown } from '../gate-requests.ts';

test.each([
  ['npm test', ['shell(npm test*)']],
  ['npm test -- foo', ['shell(npm test*)']],
  ['npm run lint -- --fix', ['shell(npm run lint *)']],
  ['git status --short', ['shell(git status*)']],
  ['git diff HEAD~1 -- src', ['shell(git diff *)']],
  ['cargo test -p core', ['shell(cargo test *)']],
  ['ls -la src && git status', ['shell(ls *)', 'shell(git status*)']],
  ['ls | grep x', ['shell(ls *)', 'shell(grep x)']],
] as const)('"always" of %s suggests commands like it: %j', (line, rules) => {
  expect(suggestLastingRules(run(line), ['/w'])).toEqual(rules);
});

test.each(
  [
    'rm -rf build',
    'curl https://example.com/x',
    'git push origin main',
    'git commit -m x',
    'git difftool',
    'git stash',
    'python -c "print(1)"',
    'node build.js',
    'npm install left-pad',
    'npm run deploy',
    'npm testing',
    'npm run test:e2e',
    'npx vitest',
    'find . -name x',
    'cat /etc/passwd',
    'sed -n 1p a',
    'make test',
    'lsof',
    './ls',
    'go generate ./...',
  ].map((line) => ({ line, title: shown(line) })),
)('"always" of $title suggests that command to the letter and nothing wider', ({ line }) => {
  expect(suggestLastingRules(run(line), ['/w'])).toEqual([`shell(${line})`]);
});

test.each(['npm test; $(evil)', 'npm test > out', 'npm test `evil`', 'A=b npm test', "npm test 'a"])(
  'of %s nothing wider is suggested',
  (line) => {
    const rules = suggestLastingRules(run(line), ['/w']);
    expect(rules).toEqual(suggestRules(run(line), ['/w']));
    expect(rules.join()).not.toContain('npm test*');
  },
);

test('a denial for the session is about that command alone', () => {
  expect(suggestRules(run('npm test -- foo'), ['/w'])).toEqual(['shell(npm test -- foo)']);
});
