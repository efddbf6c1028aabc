import { expect, test } from 'vitest';
import { outcomeOf, run, shown } from '../gate-requests.ts';

const ALLOW = ['shell(git status*)', 'shell(ls *)', 'shell(grep *)', 'shell(npm test)', 'shell(./build.sh)'];

test.each(
  [
    'git status',
    'git status --short',
    'git statuses',
    '  git status  ',
    '\tgit status\n',
    'ls',
    'ls -la src',
    'ls *.ts',
    'ls src/{a,b}',
    'ls $HOME',
    'ls "$HOME/My Documents"',
    "ls 'a; rm -rf ~'",
    'ls "a && b | c"',
    'ls a\\;b',
    'ls \\\n -la',
    'ls # only to look',
    '# first look\nls',
    'grep "foo$" src/a.ts',
    "grep 'a|b' src",
    'grep "it costs 5$" src',
    'grep \\$HOME src',
    'ls 2>&1',
    'ls 2>/dev/null',
    'ls >/dev/null 2>&1',
    'ls &>/dev/null',
    'ls > /dev/null',
    'ls < /dev/null',
    'ls; git status',
    'ls && npm test',
    'ls | grep x',
    'ls || npm test',
    'ls |& grep x',
    'ls & npm test',
    'ls &',
    'ls\ngit status\n\nnpm test',
    `ls 'it'"'"'s'`,
    'ls 👨‍👩‍👧 naïve',
  ].map((line) => ({ line, title: shown(line) })),
)('$title runs without asking', ({ line }) => {
  expect(outcomeOf(run(line), { allow: ALLOW })).toBe('allow');
});

test.each([
  ["cd '/w' && ls", '/w', 'allow'],
  ['cd /w/a-b && ls', '/w/a-b', 'allow'],
  ["cd '/w/my dir' && npm test", '/w/my dir', 'allow'],
  ["cd '/w' && evil", '/w', 'ask'],
  ["cd '/w/sub' && ls", '/w', 'ask'],
  ['cd /w/../x && ls', '/w', 'ask'],
  ['cd . && ls', '/w', 'ask'],
  ['cd && ls', '/w', 'ask'],
  ['cd /w /x && ls', '/w', 'ask'],
  ['cd "/w" && ls', '/w', 'allow'],
  ["cd '/w'", '/w', 'ask'],
  ["cd '/w'x && ls", '/w', 'ask'],
  ["cd '/elsewhere' && ls", '/elsewhere', 'ask'],
  ["cd '/w/$(evil)' && ls", '/w/$(evil)', 'allow'],
  ['cd /w/$(evil) && ls', '/w/$(evil)', 'ask'],
  ['cd /w/* && ls', '/w/*', 'ask'],
  ["cd '/w' > x && ls", '/w', 'ask'],
  ['X=1 cd /w && ls', '/w', 'ask'],
])('%s in %s is %s: going where a command starts anyway is nothing', (line, cwd, outcome) => {
  expect(outcomeOf(run(line, cwd), { allow: ALLOW })).toBe(outcome);
});

/** `evil` stands for what the agent wants to smuggle past the rules. */
const TRICKS = [
  // Another command.
  'ls; evil',
  'ls;evil',
  'ls && evil',
  'ls || evil',
  'ls | evil',
  'ls |& evil',
  'ls & evil',
  'ls&evil',
  'ls\nevil',
  'ls\r\nevil',
  'ls\revil',
  'evil; ls',
  'ls;;evil',
  // Substitutions.
  'ls $(evil)',
  'ls "$(evil)"',
  'ls `evil`',
  'ls "`evil`"',
  'ls <(evil)',
  'ls >(evil)',
  'ls $((evil))',
  'ls $[evil]',
  'ls ${x:-$(evil)}',
  'ls ${x@P}',
  'ls "${x}"',
  "ls $'\\nevil'",
  'ls $"evil"',
  // Subshells, groups, functions and keywords.
  '(evil)',
  'ls (evil)',
  '{ evil; }',
  'ls() { evil; }; ls',
  'function ls { evil; }\nls',
  'if ls; then evil; fi',
  'while ls; do evil; done',
  'for x in a; do evil; done',
  'case x in x) evil;; esac',
  '! ls',
  'time ls',
  'coproc ls',
  'alias ls=evil; ls',
  // Quotes that do not end where they seem to.
  "ls 'a",
  'ls "a',
  "ls # it's\nevil # '",
  "ls #'\nevil #'",
  "ls 'a\\'' ; evil ; '",
  'ls \\',
  'ls "\\"; evil',
  "ls \\'; evil; \\'",
  "ls ''; evil",
  'ls a"b"; evil',
  // Redirections.
  'ls > out',
  'ls>out',
  'ls >> ~/.bashrc',
  'ls >| out',
  'ls < in',
  'ls <> out',
  'ls 2>err',
  'ls &>out',
  'ls &>>out',
  'ls >&out',
  'ls >&1out',
  'ls >&1/../out',
  'ls 2>&1-out',
  'ls >/dev/null2',
  'ls >/dev/null/../../out',
  "ls >/dev/null'x'",
  'ls >/dev/null\\x',
  'ls >/dev/null$x',
  'ls >/dev/null\u00a0x',
  'ls >/dev/null>out',
  'ls <<E\nevil\nE',
  "ls <<'E'\nit's\nE\nevil #'",
  'ls <<<evil',
  'ls {fd}>out',
  // What two shells read differently.
  'ls&2>/dev/null evil',
  'ls &>/dev/null evil',
  'ls&>/dev/null evil',
  'ls # a & evil',
  // Another program than it seems.
  'LD_PRELOAD=./evil.so ls',
  'PATH=. ls',
  'A=b ls',
  'PATH=.; ls',
  'export PATH=.; ls',
  './ls',
  '/tmp/ls',
  'l?',
  'l* x',
  '[l]s',
  '{ls,evil}',
  '$x',
  '"$x" ls',
  '$SHELL -c evil',
  '~/ls',
  'ls\u00a0evil',
  'ls\u200b evil',
  './build.sh\u00a0',
  './build.sh\u2028',
  './build.sh\u000b',
  'npm test evil',
  'npm  test',
  'npm\ttest',
  'ⅼs',
  // Nothing to judge.
  '',
  ' ',
  '\n',
  '# ls',
  'ls \u0000evil',
  'ls \u001b[8mevil',
  'ls \u0008evil',
];

test.each(TRICKS.map((line) => ({ line, title: shown(line) })))('$title is asked about', ({ line }) => {
  expect(outcomeOf(run(line), { allow: ALLOW })).toBe('ask');
});

test('a command outside the workspace is not covered by a pattern, only by a rule for every command', () => {
  expect(outcomeOf(run('npm test', '/tmp/evil'), { allow: ALLOW })).toBe('ask');
  expect(outcomeOf(run('npm test', '/w2'), { allow: ALLOW })).toBe('ask');
  expect(outcomeOf(run('npm test', '/w/packages/a'), { allow: ALLOW })).toBe('allow');
  expect(outcomeOf(run('npm test', '/tmp/evil'), { allow: ['shell'] })).toBe('allow');
});

test.each([
  { rule: 'shell', line: 'ls > out; $(evil)', outcome: 'allow' },
  { rule: '*', line: 'ls > out; $(evil)', outcome: 'allow' },
  { rule: 'Bash', line: 'ls | evil', outcome: 'allow' },
  { rule: 'shell(*)', line: 'ls | evil', outcome: 'allow' },
  { rule: 'shell(*)', line: 'ls $(evil)', outcome: 'ask' },
  { rule: 'shell(*)', line: 'ls > out', outcome: 'ask' },
  { rule: 'shell(*)', line: '$x', outcome: 'ask' },
  { rule: 'shell(*)', line: 'A=b "$x" ls', outcome: 'ask' },
  { rule: 'shell(*)', line: '/bin/l?', outcome: 'ask' },
  { rule: 'Bash(npm run:*)', line: 'npm run build', outcome: 'allow' },
  { rule: 'Bash(npm run:*)', line: 'npm run', outcome: 'allow' },
  { rule: 'Bash(npm run:*)', line: 'npm runner', outcome: 'ask' },
  { rule: 'shell(echo \\*)', line: 'echo *', outcome: 'allow' },
  { rule: 'shell(echo \\*)', line: 'echo a', outcome: 'ask' },
  { rule: 'shell(  ls  )', line: 'ls', outcome: 'allow' },
  { rule: 'read_file', line: 'ls', outcome: 'ask' },
  { rule: 'filesystem/*', line: 'ls', outcome: 'ask' },
])('with the rule $rule, $line gets "$outcome"', ({ rule, line, outcome }) => {
  expect(outcomeOf(run(line), { allow: [rule] })).toBe(outcome);
});

test.each(
  ["echo 'a & del x'", 'echo "a" ^& del x', 'echo %COMSPEC%', 'echo "\\" & del x'].map((line) => ({ line })),
)('on Windows, where the shell has other quotes, $line is asked about', ({ line }) => {
  const rules = { allow: ['shell(echo *)'], roots: ['C:\\w'] };
  expect(outcomeOf(run(line, 'C:\\w'), rules)).toBe('ask');
  expect(outcomeOf(run('echo "a b"', 'C:\\w\\src'), rules)).toBe('allow');
});

test('a compound line needs a rule for each of its commands', () => {
  expect(outcomeOf(run('git add . && git commit -m x'), { allow: ['shell(git add *)'] })).toBe('ask');
  const both = ['shell(git add *)', 'shell(git commit *)'];
  expect(outcomeOf(run('git add . && git commit -m x'), { allow: both })).toBe('allow');
});
