import { expect, test } from 'vitest';
import { outcomeOf, run, shown } from '../gate-requests.ts';

/** What shells evaluate in an operand, so that a rule for the builtin would be one for every command. */
const BRACKETS = [
  "printf -v 'a[$(evil)]' y",
  "printf '-va[$(evil)]' y",
  "printf '%d' 'a[$(evil)]'",
  "printf %s x 'a[$(evil)]'",
  "test -v 'a[$(evil)]'",
  "[ -v 'a[$(evil)]' ]",
  "[[ -v 'a[$(evil)]' ]]",
  "[[ 'a[$(evil)]' -eq 1 ]]",
  "declare 'a[$(evil)]=1'",
  "declare -i 'x=a[$(evil)]'",
  "typeset 'a[$(evil)]=1'",
  "export 'a[$(evil)]=1'",
  "readonly 'a[$(evil)]=1'",
  "read 'a[$(evil)]'",
  "read -a 'a[$(evil)]'",
  "let 'a[$(evil)]'",
  "unset 'a[$(evil)]'",
  "wait -p 'a[$(evil)]'",
  "mapfile 'a[$(evil)]'",
  "readarray -t 'a[$(evil)]'",
  "getopts x 'a[$(evil)]'",
  "shift 'a[$(evil)]'",
  "ulimit -n 'a[$(evil)]'",
  'test -v a\\[\\$\\(evil\\)\\]',
  'test -v "a[\\$(evil)]"',
  "builtin printf -v 'a[$(evil)]' y",
  "command test -v 'a[$(evil)]'",
];

test.each(BRACKETS.map((line) => ({ line, title: shown(line) })))(
  '$title fits no pattern, whichever',
  ({ line }) => {
    const name = line.split(' ')[0] ?? '';
    const exact = line.replace(/[\\*?]/g, '\\$&');
    for (const rule of [`${name} *`, `${name}*`, exact, '*'])
      expect(outcomeOf(run(line), { allow: [`shell(${rule})`] })).toBe('ask');
    expect(outcomeOf(run(line), { allow: ['shell'] })).toBe('allow');
  },
);

test.each([
  { rule: 'printf *', line: "printf '%s\\n' a b", outcome: 'allow' },
  { rule: 'printf *', line: 'printf -v PATH .', outcome: 'ask' },
  { rule: 'test *', line: 'test -f "$HOME/x"', outcome: 'allow' },
  { rule: '[ *', line: '[ -f x ]', outcome: 'allow' },
  { rule: 'export *', line: 'export PATH=.', outcome: 'ask' },
  { rule: 'export A=1', line: 'export A=1', outcome: 'allow' },
  { rule: 'find *', line: 'find . -name x', outcome: 'allow' },
  { rule: 'find *', line: 'find . -exec evil {} +', outcome: 'ask' },
  { rule: 'find *', line: 'find . -delete', outcome: 'ask' },
  { rule: 'find . -exec wc *', line: 'find . -exec wc {} +', outcome: 'allow' },
  { rule: 'git *', line: 'git log --oneline -5', outcome: 'allow' },
  { rule: 'git *', line: 'git -c core.pager=evil log', outcome: 'ask' },
  { rule: 'git *', line: 'git --git-dir=evil log', outcome: 'ask' },
  { rule: 'git *', line: 'git submodule foreach evil', outcome: 'ask' },
  { rule: 'git -c *', line: 'git -c color.ui=never log', outcome: 'allow' },
  { rule: 'git diff *', line: 'git diff --output=x', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff --outp x', outcome: 'ask' },
  { rule: 'git log --oneline *', line: 'git log --oneline --o=x', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff $x', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff *', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff src/*.ts', outcome: 'allow' },
  { rule: 'npm test*', line: 'npm test -- --run cart', outcome: 'allow' },
  { rule: 'npm test*', line: 'npm test --script-shell=./evil', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test -script-shell ./evil', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test --prefix /tmp/evil', outcome: 'ask' },
  { rule: 'go test *', line: 'go test -count=1 ./...', outcome: 'allow' },
  { rule: 'go test *', line: 'go test -exec evil ./...', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test ---prefix=../evil', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test ----script-shell=./evil', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test -{-prefix=../evil,}', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test --pre{fix,}=../evil', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test -*', outcome: 'ask' },
  { rule: 'npm test*', line: 'npm test -- --grep={a,b}*', outcome: 'allow' },
  { rule: 'git -C src *', line: 'git -C src log', outcome: 'allow' },
  { rule: 'git -C src *', line: 'git -C src -c alias.x=!evil x', outcome: 'ask' },
  { rule: 'git -C src *', line: 'git -C src submodule foreach evil', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff .?/secret a', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff src/{..,a}/{..,b}/secret a', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff HEAD@{1}..HEAD@{2} -- src/*.ts', outcome: 'allow' },
  { rule: 'pnpm test *', line: 'pnpm test ---dir=../evil', outcome: 'ask' },
  { rule: 'pnpm test *', line: 'pnpm test --config.script-shell=./evil', outcome: 'ask' },
  { rule: 'yarn test *', line: 'yarn test --use-yarnrc ./evil', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff /dev/null /home/me/.netrc', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff a ../secret', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff -- a ~/secret', outcome: 'ask' },
  { rule: 'git *', line: 'git diff "a" "/etc/passwd"', outcome: 'ask' },
  { rule: 'git diff *', line: 'git diff main...fix HEAD~2..HEAD -- src/a', outcome: 'allow' },
  { rule: 'git diff ../other *', line: 'git diff ../other src', outcome: 'allow' },
  { rule: 'go test *', line: 'go test -cover -run Cart ./...', outcome: 'allow' },
  { rule: 'go test *', line: 'go test -coverprofile=/home/me/.profile', outcome: 'ask' },
  { rule: 'go test *', line: 'go test -test.cpuprofile=/home/me/.profile', outcome: 'ask' },
  { rule: 'go test *', line: "go test -ldflags='-extld=./evil'", outcome: 'ask' },
  { rule: 'cargo clippy *', line: 'cargo clippy -- --emit=dep-info=/home/me/.profile', outcome: 'ask' },
  { rule: 'cargo test *', line: 'cargo test -- --logfile /home/me/.profile', outcome: 'ask' },
  { rule: 'sort *', line: 'sort -ro x y', outcome: 'ask' },
  { rule: 'sort *', line: 'sort -rn x', outcome: 'allow' },
  { rule: 'sudo *', line: 'sudo rm x', outcome: 'ask' },
  { rule: 'sudo apt *', line: 'sudo apt update', outcome: 'allow' },
  { rule: 'xargs *', line: 'xargs evil', outcome: 'ask' },
  { rule: 'env *', line: 'env', outcome: 'allow' },
  { rule: 'env *', line: "env -S 'evil'", outcome: 'ask' },
  { rule: 'env *', line: "env -iS'evil x'", outcome: 'ask' },
  { rule: 'bash *', line: 'bash -c evil', outcome: 'ask' },
  { rule: 'sh', line: 'sh', outcome: 'ask' },
  { rule: 'bash -s', line: 'bash -s', outcome: 'ask' },
  { rule: 'python3 *', line: 'python3 /dev/stdin', outcome: 'ask' },
  { rule: 'python3 *', line: 'python3 build.py', outcome: 'allow' },
  { rule: 'node *', line: 'node --version', outcome: 'allow' },
  { rule: 'node *', line: 'node --test --test-reporter=dot', outcome: 'allow' },
  { rule: 'node *', line: 'node', outcome: 'ask' },
  { rule: 'node *', line: 'node --version -', outcome: 'ask' },
  { rule: 'node *', line: 'node --test -', outcome: 'ask' },
  { rule: 'ls *', line: "ls {a['$(evil)']}>/dev/null", outcome: 'ask' },
  { rule: 'bash scripts/*', line: 'bash scripts/check.sh', outcome: 'allow' },
  { rule: 'timeout 60 npm *', line: 'timeout 60 npm test', outcome: 'allow' },
  { rule: 'echo *', line: "echo $a['evil']", outcome: 'ask' },
])('of $rule, which names no more than it names, $line is "$outcome"', ({ rule, line, outcome }) => {
  expect(outcomeOf(run(line), { allow: [`shell(${rule})`] })).toBe(outcome);
});

test.each([
  ["cd '/w' && git status", 'allow'],
  ['cd /w; cd /w && git status', 'allow'],
  ['cd src && git status', 'ask'],
  ['cd /tmp && git status', 'ask'],
])('%s, where the line runs in /w, gets "%s" by a rule for git status alone', (line, outcome) => {
  expect(outcomeOf(run(line), { allow: ['shell(git status*)'] })).toBe(outcome);
});

test.each([
  ['cd src && git status', 'allow'],
  ['cd /w/src && git status', 'allow'],
  ['cd /tmp', 'allow'],
  ['cd /tmp && git status', 'ask'],
  ['cd .. && git status', 'ask'],
  ['cd src/../.. && git status', 'ask'],
  ['cd /w/../tmp && git status', 'ask'],
  ['cd - && git status', 'ask'],
  ['cd && git status', 'ask'],
  ['cd ~ && git status', 'ask'],
  ['cd $OLDPWD && git status', 'ask'],
  ['pushd /tmp && git status', 'ask'],
  ['command cd /tmp && git status', 'ask'],
])(
  'with rules for cd and git status, %s gets "%s": no rule reaches out of the workspace',
  (line, outcome) => {
    const allow = ['shell(cd *)', 'shell(pushd *)', 'shell(command cd *)', 'shell(git status*)'];
    expect(outcomeOf(run(line), { allow })).toBe(outcome);
  },
);
