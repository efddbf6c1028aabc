import { expect, test } from 'vitest';
import { toClaim } from '../../src/acp/translate/claim.ts';
import { toToolCallFields } from '../../src/acp/translate/tool-call.ts';

const resolve = (path: string) => {
  const given = path.startsWith('/') ? path : `/shop/${path}`;
  return { given, real: given };
};
const claimOf = (toolCall: Record<string, unknown>) => toClaim(toToolCallFields(toolCall), resolve);

test.each<[string, unknown, string | undefined]>([
  ['a line', { command: 'git status && ls' }, 'git status && ls'],
  ['words of a shell', { command: ['bash', '-lc', 'git status'] }, 'git status'],
  ['words', { command: ['git', 'commit', '-m', 'two words'] }, "git commit -m 'two words'"],
  ['a program and its arguments', { command: 'git', args: ['log', '-1'] }, 'git log -1'],
  ['a shell and its arguments', { command: 'sh', args: ['-c', 'rm -rf x'] }, 'rm -rf x'],
  ['another name', { cmd: 'ls' }, 'ls'],
  ['two names for the same', { cmd: 'ls', command: ['ls'] }, 'ls'],
  ['two names for two', { cmd: 'rm -rf x', command: 'ls' }, '(ls) or (rm -rf x)'],
  ['a name for nothing beside it', { cmd: 'rm -rf x', command: null }, 'rm -rf x'],
  ['an editor’s command beside it', { cmd: 'rm -rf x', command: 'view', path: '/shop/a' }, 'rm -rf x'],
  ['arguments by another name', { command: 'sh', arguments: ['-c', 'rm -rf x'] }, 'rm -rf x'],
  ['arguments as a text', { command: 'git', args: 'status; rm x' }, '(git status; rm x)'],
  ['another shell', { command: 'ls', shell: './evil' }, './evil -c ls'],
  ['a shell of the system', { command: 'ls', shell: '/bin/bash' }, 'ls'],
  ['variables as texts', { command: 'git log', env: ['GIT_DIR=/x'] }, "GIT_DIR=/x /bin/sh -c 'git log'"],
  ['variables as a text', { command: 'ls', env: 'LD_PRELOAD=x.so' }, 'LD_PRELOAD=x.so /bin/sh -c ls'],
  ['other variables', { command: 'ls', env_vars: { PATH: '.' } }, 'PATH=. /bin/sh -c ls'],
  ['variables of no known form', { command: 'ls', env: [{ k: 'v' }] }, `env '?={"k":"v"}' /bin/sh -c ls`],
  ['an editor’s command', { command: 'str_replace', path: '/shop/a' }, undefined],
  ['a file named as one', { command: 'rm', path: '/shop/a' }, 'rm'],
  ['nothing', { description: 'rm -rf /' }, undefined],
  ['no object', 'ls', undefined],
])('the command is taken from the input: %s', (_case, rawInput, command) => {
  expect(claimOf({ title: 'harmless', kind: 'read', rawInput }).command).toBe(command);
});

test('every path that is named anywhere is part of the claim, once', () => {
  const claim = claimOf({
    kind: 'edit',
    content: [
      { type: 'diff', path: 'a.txt', oldText: null, newText: 'x' },
      { type: 'diff', path: 'file:///shop/b.txt', newText: 'y' },
    ],
    locations: [{ path: '/shop/a.txt', line: 3 }, { path: '/etc/passwd' }],
    rawInput: { file_path: '/root/c.txt' },
  });
  expect(claim.paths.map(({ real }) => real)).toEqual([
    '/shop/a.txt',
    '/shop/b.txt',
    '/etc/passwd',
    '/root/c.txt',
  ]);
  expect(claim.diffs).toEqual([
    { path: '/shop/a.txt', oldText: null, newText: 'x' },
    { path: '/shop/b.txt', oldText: null, newText: 'y' },
  ]);
});

test.each([
  ['its own field', { name: 'Bash' }, 'Bash'],
  ['a vendor’s field', { _meta: { claudeCode: { toolName: 'Write' } } }, 'Write'],
  [
    'the input of a marked MCP call',
    { _meta: { is_mcp_tool_call: true }, rawInput: { server: 'simse', tool: 'files__read', arguments: {} } },
    'simse__files__read',
  ],
  ['an input that only looks like one', { rawInput: { server: 'simse', tool: 'files__read' } }, undefined],
  ['the title', { title: 'Bash' }, undefined],
])('the tool’s name from %s', (_case, toolCall, name) => {
  expect(claimOf(toolCall).toolName).toBe(name);
});

test.each([
  [{ path: 'a', content: 'x' }, [{ path: '/shop/a', oldText: null, newText: 'x' }]],
  [{ file_path: 'a', content: '' }, [{ path: '/shop/a', oldText: null, newText: '' }]],
  [{ path: 'a', old_string: 'x', new_string: 'y' }, [{ path: '/shop/a', oldText: 'x', newText: 'y' }]],
  [{ filePath: 'a', oldString: 'x', newString: '' }, [{ path: '/shop/a', oldText: 'x', newText: '' }]],
  [{ path: 'a', content: 'x', mode: 'append' }, []],
  [{ path: 'a', old_string: 'x', new_string: 'y', replace_all: true }, []],
  [{ path: 'a', file_path: 'b', content: 'x' }, []],
  [{ path: 'a', content: ['x'] }, []],
  [{ path: 'a', old_string: 'x', old_str: 'y' }, []],
  [{ path: 'a', content: 'x', command: 'rm' }, []],
  [{ content: 'x' }, []],
])('an edit that shows no diff is the change that its arguments make: %j', (rawInput, diffs) => {
  expect(claimOf({ kind: 'edit', rawInput }).diffs).toEqual(diffs);
  expect(claimOf({ kind: 'other', rawInput }).diffs).toEqual([]);
});

test('a move tells where it leads, also by its input alone', () => {
  const rawInput = { source: '/shop/a.txt', destination: '/root/.bashrc' };
  expect(claimOf({ kind: 'move', rawInput }).paths.map(({ real }) => real)).toEqual([
    '/shop/a.txt',
    '/root/.bashrc',
  ]);
});
