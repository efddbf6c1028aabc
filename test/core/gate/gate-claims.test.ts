import { expect, test } from 'vitest';
import type { Claim } from '../../../src/core/gate/gate-request.ts';
import { at, claim, editClaim, outcomeOf, type Rules } from '../gate-requests.ts';

const A = at('/w/src/a.ts');
const B = at('/w/src/b.ts');
const OUT = at('/etc/passwd', '/w/src/link');

interface ClaimCase extends Rules {
  what: string;
  claim: Claim;
}

test.each<ClaimCase>([
  {
    what: 'a command',
    claim: claim({ toolKind: 'execute', command: 'git status' }),
    allow: ['shell(git *)'],
  },
  {
    what: 'every command of a compound line',
    claim: claim({ toolKind: 'execute', command: 'git add . && git commit' }),
    allow: ['shell(git add *)', 'shell(git commit)'],
  },
  {
    what: 'a command that is said to read',
    claim: claim({ toolKind: 'read', command: 'cat a' }),
    allow: ['shell(cat *)'],
  },
  { what: 'a diff', claim: editClaim(A), allow: ['write_file(src/**)'] },
  { what: 'two paths by one rule', claim: editClaim(A, B), allow: ['write_file(src/**)'] },
  {
    what: 'two paths by two rules',
    claim: editClaim(A, B),
    allow: ['write_file(src/a.ts)', 'write_file(src/b.ts)'],
  },
  { what: 'a reading', claim: claim({ toolKind: 'read', paths: [A] }), allow: ['read_file(src/**)'] },
  { what: 'a move', claim: claim({ toolKind: 'move', paths: [A, B] }), allow: ['write_file(src/**)'] },
  { what: 'a command that it does not tell', claim: claim({ toolKind: 'execute' }), allow: ['shell'] },
])('a rule can allow a claim by $what', ({ claim: request, ...rules }) => {
  expect(outcomeOf(request, rules)).toBe('allow');
});

test.each<ClaimCase>([
  {
    what: 'its title',
    claim: claim({ title: 'git status', toolKind: 'execute' }),
    allow: ['shell(git *)', 'shell(*)'],
  },
  {
    what: 'a harmless command beside a diff',
    claim: { ...editClaim(A), command: 'git status' },
    allow: ['shell(git *)'],
  },
  {
    what: 'a harmless command beside a deletion',
    claim: claim({ toolKind: 'delete', command: 'git status', paths: [OUT] }),
    allow: ['shell(git *)'],
  },
  {
    what: 'a command with a tail',
    claim: claim({ toolKind: 'execute', command: 'git status; evil' }),
    allow: ['shell(git *)'],
  },
  { what: 'the one path of two that fits', claim: editClaim(A, at('/w/b')), allow: ['write_file(src/**)'] },
  { what: 'the path as it was given', claim: editClaim(A, OUT), allow: ['write_file(src/**)'] },
  {
    what: 'a reading rule, when it shows a diff',
    claim: { ...editClaim(A), toolKind: 'read' },
    allow: ['read_file'],
  },
  {
    what: 'no path at all',
    claim: claim({ toolKind: 'edit' }),
    allow: ['write_file', 'write_file(**)', 'read_file', 'shell'],
  },
  { what: 'an unknown kind', claim: claim({ paths: [A] }), allow: ['read_file', 'write_file', 'shell'] },
  { what: 'its tool name', claim: claim({ toolName: 'fs/write' }), allow: ['fs/*', 'fs/write'] },
])('no rule allows a claim by $what', ({ claim: request, ...rules }) => {
  expect(outcomeOf(request, rules)).toBe('ask');
});

test.each<ClaimCase>([
  {
    what: 'a command',
    claim: claim({ toolKind: 'execute', command: 'sudo rm x' }),
    deny: ['shell(rm *)'],
  },
  {
    what: 'a command, whatever kind it claims',
    claim: claim({ toolKind: 'read', command: 'rm x' }),
    deny: ['shell(rm *)'],
  },
  {
    what: 'a command beside a diff',
    claim: { ...editClaim(A), command: 'rm x' },
    deny: ['shell(rm *)'],
  },
  { what: 'the second of its paths', claim: editClaim(A, B), deny: ['write_file(src/b.ts)'] },
  { what: 'where a link leads', claim: editClaim(OUT), deny: ['write_file(/etc/**)'] },
  { what: 'how a path was given', claim: editClaim(OUT), deny: ['write_file(src/**)'] },
  { what: 'a path, though of an unknown kind', claim: claim({ paths: [A] }), deny: ['write_file(src/**)'] },
  {
    what: 'a path that it moves',
    claim: claim({ toolKind: 'move', paths: [A] }),
    deny: ['read_file(src/**)'],
  },
  { what: 'running at all', claim: claim({ toolKind: 'execute' }), deny: ['shell'] },
  { what: 'writing at all', claim: claim({ toolKind: 'edit' }), deny: ['write_file'] },
  { what: "the agent's own tool name", claim: claim({ toolName: 'WebFetch' }), deny: ['WebFetch'] },
  { what: 'a tool name that is an alias', claim: claim({ toolName: 'Bash' }), deny: ['shell'] },
  { what: 'a tool by the name it had before', claim: claim({ toolName: 'glob' }), deny: ['find_files'] },
  { what: 'a pattern for the name it had before', claim: claim({ toolName: 'glob' }), deny: ['find_*'] },
  { what: 'a recorded call by its new name', claim: claim({ toolName: 'find_files' }), deny: ['glob'] },
  {
    what: 'the arguments of a tool by the name it had before',
    claim: claim({ toolName: 'glob', input: { glob: '*.env' } }),
    deny: ['find_files(*.env)'],
  },
  {
    what: 'the input of a tool by its name',
    claim: claim({ toolName: 'WebFetch', input: { url: 'http://localhost/x' } }),
    deny: ['WebFetch(*localhost*)'],
  },
])('a rule denies a claim by $what, even in bypassPermissions', ({ claim: request, ...rules }) => {
  expect(outcomeOf(request, { mode: 'bypassPermissions', allow: ['*'], ...rules })).toBe('deny');
});

test.each<ClaimCase>([
  { what: 'runs something it does not show', claim: claim({ toolKind: 'execute' }), deny: ['shell(rm *)'] },
  { what: 'does not say what it is', claim: claim({}), deny: ['shell(rm *)'] },
  { what: 'does not say what it touches', claim: claim({}), deny: ['read_file(.env)'] },
  { what: 'edits a file it does not name', claim: claim({ toolKind: 'edit' }), deny: ['write_file(a)'] },
  { what: 'searches it does not say where', claim: claim({ toolKind: 'search' }), ask: ['read_file(.env)'] },
  { what: 'is a shell by name', claim: claim({ toolName: 'Bash' }), rememberedDeny: ['shell(rm *)'] },
])('a claim that $what may fall under a rule, so it is asked about', ({ claim: request, ...rules }) => {
  expect(outcomeOf(request, { mode: 'bypassPermissions', ...rules })).toBe('ask');
});

test.each<ClaimCase>([
  { what: 'a named tool of an unknown kind', claim: claim({ toolName: 'mcp__a__b' }), deny: ['shell(rm *)'] },
  { what: 'fetching', claim: claim({ toolKind: 'fetch' }), deny: ['shell(rm *)', 'read_file(.env)'] },
  { what: 'thinking', claim: claim({ toolKind: 'think' }), deny: ['write_file(a)'] },
  { what: 'editing another path', claim: editClaim(A), deny: ['write_file(lib/**)', 'shell(rm *)'] },
  { what: 'reading', claim: claim({ toolKind: 'read', paths: [A] }), deny: ['write_file(src/**)'] },
])('rules about something else leave $what alone', ({ claim: request, ...rules }) => {
  expect(outcomeOf(request, { mode: 'bypassPermissions', ...rules })).toBe('allow');
});
