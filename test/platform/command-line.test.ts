import { expect, test } from 'vitest';
import { commandLineOf, quoteCommandLine, splitCommandLine } from '../../src/platform/command-line.ts';

test.each<[string, string[]]>([
  ['', []],
  ['  npx  -y agent ', ['npx', '-y', 'agent']],
  [`node "my agent.js" 'a "b"' c\\ d`, ['node', 'my agent.js', 'a "b"', 'c d']],
  [`"say \\"hi\\"" ''`, ['say "hi"', '']],
  [`--name=va'lue one'`, ['--name=value one']],
  ['C:\\Tools\\agent.exe --acp', ['C:\\Tools\\agent.exe', '--acp']],
  ['echo $HOME', ['echo', '$HOME']],
  ['one\ntwo\t"three\nfour"', ['one', 'two', 'three\nfour']],
])('%j is split as a shell would', (line, words) => {
  expect(splitCommandLine(line)).toEqual(words);
});

test('an open quote is an error that shows the line', () => {
  expect(() => splitCommandLine('node "agent.js')).toThrow('the quote " is never closed: node "agent.js');
});

test.each([[['a', 'b c', "it's", '', '$x', '*', 'a=b', '/x/y-z.js', 'a\nb', '\\']]])(
  'words survive quoting and splitting',
  (words) => {
    expect(splitCommandLine(quoteCommandLine(words))).toEqual(words);
  },
);

test.each<[string, string[], Record<string, string>, string]>([
  ['git', ['commit', '-m', 'two words'], {}, "git commit -m 'two words'"],
  ['sh', ['-c', 'ls | wc'], {}, 'ls | wc'],
  ['/bin/bash', ['-lc', 'git status'], {}, 'git status'],
  ['/usr/bin/zsh', ['-l', '-c', 'git status'], {}, 'git status'],
  ['C:\\Windows\\System32\\cmd.exe', ['/d', '/s', '/c', 'dir'], {}, 'dir'],
  ['./tools/sh', ['-c', 'git status'], {}, "./tools/sh -c 'git status'"],
  ['tools/bash', ['-lc', 'git status'], {}, "tools/bash -lc 'git status'"],
  ['/tmp/bash', ['-lc', 'git status'], {}, "/tmp/bash -lc 'git status'"],
  ['/bin/../tmp/sh', ['-c', 'git status'], {}, "/bin/../tmp/sh -c 'git status'"],
  ['/bin//sh', ['-c', 'git status'], {}, "/bin//sh -c 'git status'"],
  ['no-such-sh', ['-c', 'git status'], {}, "no-such-sh -c 'git status'"],
  ['/bin/sh', ['-c', '-s'], {}, '/bin/sh -c -s'],
  ['/opt/My Tools/x', [], {}, "'/opt/My Tools/x'"],
  ['sh', ['-c', 'exec "$@"', 'sh', 'rm'], {}, `sh -c 'exec "$@"' sh rm`],
  ['bash', ['--rcfile', 'x', '-c', 'ls'], {}, 'bash --rcfile x -c ls'],
  ['bash', ['script.sh'], {}, 'bash script.sh'],
  ['sh', [], {}, 'sh'],
  ['crush', ['-c', 'ls'], {}, 'crush -c ls'],
  ['git', ['log'], { GIT_PAGER: 'cat', TERM: 'dumb' }, 'git log'],
  [
    '/bin/bash',
    ['-c', 'git log'],
    { GIT_TERMINAL_PROMPT: '0', SHELL: '/bin/bash', CLAUDECODE: '1' },
    'git log',
  ],
  ['git', ['log'], { SHELL: './bash' }, 'SHELL=./bash git log'],
  ['git', ['log'], { SHELL: '/tmp/bin/sh' }, 'SHELL=/tmp/bin/sh git log'],
  ['git', ['log'], { GIT_PAGER: 'rm -rf x' }, "GIT_PAGER='rm -rf x' git log"],
  ['sh', ['-c', 'git log'], { PATH: '/tmp/x' }, "PATH=/tmp/x sh -c 'git log'"],
  ['sh', ['-c', '\ngit log'], { GIT_DIR: '/tmp/x' }, "GIT_DIR=/tmp/x sh -c '\ngit log'"],
  ['rm', ['-rf', 'x'], { 'git status #': '' }, "env 'git status #=' rm -rf x"],
  ['git', ['log'], { COLUMNS: 'a[$(evil)]' }, "COLUMNS='a[$(evil)]' git log"],
])('%s %j is judged as what runs', (command, args, env, line) => {
  expect(commandLineOf({ command, args, env })).toBe(line);
});
