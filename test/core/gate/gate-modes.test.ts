import { expect, test } from 'vitest';
import { decide } from '../../../src/core/gate/decide.ts';
import type { GateRequest } from '../../../src/core/gate/gate-request.ts';
import type { PermissionMode } from '../../../src/core/gate/permission-mode.ts';
import {
  at,
  call,
  changedCall,
  claim,
  edit,
  editClaim,
  outcomeOf,
  policyOf,
  read,
  run,
  sampling,
} from '../gate-requests.ts';

const INSIDE = at('/w/src/a.ts');
const OUTSIDE = at('/etc/passwd');
const MODES: PermissionMode[] = ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'];

/** What is asked for, and one letter for each mode in the order of MODES: allow, ask (?) or deny. */
const TABLE: [string, GateRequest, string][] = [
  ['reading a file of the workspace', read('/w/a'), 'aaaaa'],
  ['reading a file elsewhere', read('/etc/passwd'), '???da'],
  ['reading elsewhere through a link', read('/etc/passwd', '/w/link'), '???da'],
  ['editing a file of the workspace', edit('/w/a'), '?adda'],
  ['editing a file elsewhere', edit('/etc/passwd'), '??dda'],
  ['editing elsewhere through a link', edit('/etc/passwd', '/w/link'), '??dda'],
  ["editing git's own files", edit('/w/.git/hooks/pre-commit'), '??dda'],
  ["editing simse's own files", edit('/w/sub/.simse/config.json'), '??dda'],
  ['editing .gitignore', edit('/w/.gitignore'), '?adda'],
  ['running a command', run('ls'), '??dda'],
  ['calling an MCP tool', call('filesystem/read_file', { path: '/w/a' }), '??dda'],
  ["searching simse's library", call('simse/library_search', { query: 'x' }), 'aaaaa'],
  ["listing simse's library", call('simse/library_catalog', {}), 'aaaaa'],
  ["adding to simse's library", call('simse/library_shelve', { topic: 'a', text: 'b' }), '??dda'],
  ["removing from simse's library", call('simse/library_withdraw', { id: 'a/b' }), '??dda'],
  ['searching the library of a server', call('other/library_search', { query: 'x' }), '??dda'],
  ['a server asking for the model', sampling('fs'), '??dd?'],
  ['a claim to read', claim({ toolKind: 'read', paths: [INSIDE] }), '???da'],
  ['a claim to search', claim({ toolKind: 'search' }), '???da'],
  ['a claim to read by a command', claim({ toolKind: 'read', paths: [INSIDE], command: 'cat a' }), '??dda'],
  ['a claim to read that shows a diff', { ...editClaim(INSIDE), toolKind: 'read' }, '??dda'],
  ['a claim to edit the workspace', editClaim(INSIDE), '?adda'],
  ['a claim to edit with one of two paths elsewhere', editClaim(INSIDE, OUTSIDE), '??dda'],
  ['a claim to edit elsewhere through a link', editClaim(at('/etc/passwd', '/w/link')), '??dda'],
  ["a claim to edit git's own files", editClaim(at('/w/.git/config')), '??dda'],
  ['a claim to edit that shows no diff', claim({ toolKind: 'edit', paths: [INSIDE] }), '??dda'],
  ['a claim to edit that names no path', { ...editClaim(INSIDE), paths: [] }, '??dda'],
  ['a claim to edit that runs a command', { ...editClaim(INSIDE), command: 'sed -i s/a/b/ a' }, '??dda'],
  ['a claim to delete', { ...editClaim(INSIDE), toolKind: 'delete' }, '??dda'],
  ['a claim to run something that shows a diff', { ...editClaim(INSIDE), toolKind: 'execute' }, '??dda'],
  ['a claim to run a command', claim({ toolKind: 'execute', command: 'ls' }), '??dda'],
  ['a claim to fetch', claim({ toolKind: 'fetch' }), '??dda'],
  ['a claim to leave plan mode', claim({ toolKind: 'switch_mode' }), '??dda'],
  ['a claim of an unknown kind', claim({ title: 'Read README.md' }), '??dda'],
];

const CASES = TABLE.flatMap(([what, request, letters]) =>
  MODES.map((mode, index) => {
    const outcome = { a: 'allow', d: 'deny' }[letters.charAt(index)] ?? 'ask';
    return { what, request, mode, outcome };
  }),
);

test.each(CASES)('in $mode, $what gets "$outcome"', ({ request, mode, outcome }) => {
  expect(outcomeOf(request, { mode })).toBe(outcome);
});

test.each(TABLE)('a denying rule for everything denies %s in every mode', (_, request) => {
  for (const mode of MODES) {
    expect(outcomeOf(request, { mode, allow: ['*'], rememberedAllow: ['*'], deny: ['*'] })).toBe('deny');
  }
});

test.each(TABLE)('an asking rule for everything asks about %s, allowed or not', (_, request) => {
  expect(outcomeOf(request, { mode: 'bypassPermissions', allow: ['*'], ask: ['*'] })).toBe('ask');
});

test.each(TABLE)('in dontAsk nobody is asked about %s, whatever rule asks', (_, request) => {
  const rules = { mode: 'dontAsk', allow: ['*'], ask: ['*'] } as const;
  expect(decide(request, policyOf(rules))).toMatchObject({ outcome: 'deny', by: 'mode' });
});

test.each(TABLE)('in dontAsk what a rule allows beforehand is allowed: %s', (_, request) => {
  expect(outcomeOf(request, { mode: 'dontAsk', allow: ['*'] })).toBe('allow');
});

test('in dontAsk a tool that has changed is denied, since nobody can look at the change', () => {
  expect(outcomeOf(changedCall('fs/read'), { mode: 'dontAsk', allow: ['*'] })).toBe('deny');
});

test.each(TABLE)('an allowing rule for everything allows %s, but not in plan mode', (_, request) => {
  expect(outcomeOf(request, { allow: ['*'] })).toBe('allow');
  const plan = outcomeOf(request, { mode: 'plan', allow: ['*'], rememberedAllow: ['*'] });
  expect(plan).toBe(outcomeOf(request, { mode: 'plan' }) === 'deny' ? 'deny' : 'allow');
});

test('what was answered for this session beats the asking rule that asked, and no denying one', () => {
  const rules = { ask: ['shell(git push*)'], rememberedAllow: ['shell(git push)'] };
  expect(outcomeOf(run('git push'), rules)).toBe('allow');
  expect(outcomeOf(run('git push --force'), rules)).toBe('ask');
  expect(outcomeOf(run('git push'), { ...rules, deny: ['shell(git push*)'] })).toBe('deny');
  expect(outcomeOf(run('git push'), { ...rules, rememberedDeny: ['shell(git push)'] })).toBe('deny');
});

test('a decision says what made it', () => {
  expect(decide(run('ls'), policyOf({ allow: ['shell(ls *)'] }))).toEqual({
    outcome: 'allow',
    by: 'rule',
    reason: 'allowed by the rule shell(ls *)',
  });
  const both = policyOf({ allow: ['shell(ls *)', 'shell(pwd)'] });
  expect(decide(run('ls; pwd; ls'), both).reason).toBe('allowed by the rule shell(ls *) and shell(pwd)');
  expect(decide(run('ls', '/tmp'), policyOf({})).reason).toBe('the command runs outside the workspace');
  expect(decide(edit('/w/a'), policyOf({ mode: 'plan' }))).toMatchObject({ by: 'mode', outcome: 'deny' });
  expect(decide(run('ls'), policyOf({ rememberedDeny: ['shell(ls)'] }))).toMatchObject({
    by: 'remembered',
    outcome: 'deny',
  });
});
