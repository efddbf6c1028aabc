import { expect, test } from 'vitest';
import { decide } from '../../src/core/decide.ts';
import type { GateRequest, PermissionMode } from '../../src/core/gate-request.ts';
import { at, call, claim, edit, editClaim, outcomeOf, policyOf, read, run } from './gate-requests.ts';

const INSIDE = at('/w/src/a.ts');
const OUTSIDE = at('/etc/passwd');
const REQUESTS: Record<string, GateRequest> = {
  'reading a file of the workspace': read('/w/a'),
  'reading a file elsewhere': read('/etc/passwd'),
  'reading elsewhere through a link': read('/etc/passwd', '/w/link'),
  'editing a file of the workspace': edit('/w/a'),
  'editing a file elsewhere': edit('/etc/passwd'),
  'editing elsewhere through a link': edit('/etc/passwd', '/w/link'),
  "editing git's own files": edit('/w/.git/hooks/pre-commit'),
  "editing simse's own files": edit('/w/sub/.simse/config.json'),
  'editing .gitignore': edit('/w/.gitignore'),
  'running a command': run('ls'),
  'calling an MCP tool': call('filesystem/read_file', { path: '/w/a' }),
  'a claim to read': claim({ toolKind: 'read', paths: [INSIDE] }),
  'a claim to search': claim({ toolKind: 'search' }),
  'a claim to read by a command': claim({ toolKind: 'read', paths: [INSIDE], command: 'cat a' }),
  'a claim to read that shows a diff': { ...editClaim(INSIDE), toolKind: 'read' },
  'a claim to edit the workspace': editClaim(INSIDE),
  'a claim to edit with one of two paths elsewhere': editClaim(INSIDE, OUTSIDE),
  'a claim to edit elsewhere through a link': editClaim(at('/etc/passwd', '/w/link')),
  "a claim to edit git's own files": editClaim(at('/w/.git/config')),
  'a claim to edit that shows no diff': claim({ toolKind: 'edit', paths: [INSIDE] }),
  'a claim to edit that names no path': { ...editClaim(INSIDE), paths: [] },
  'a claim to edit that runs a command': { ...editClaim(INSIDE), command: 'sed -i s/a/b/ a' },
  'a claim to delete': { ...editClaim(INSIDE), toolKind: 'delete' },
  'a claim to run something that shows a diff': { ...editClaim(INSIDE), toolKind: 'execute' },
  'a claim to run a command': claim({ toolKind: 'execute', command: 'ls' }),
  'a claim to fetch': claim({ toolKind: 'fetch' }),
  'a claim to leave plan mode': claim({ toolKind: 'switch_mode' }),
  'a claim of an unknown kind': claim({ title: 'Read README.md' }),
};

/** One letter for each mode, in the order of MODES: allow, ask (?) or deny. */
const MODES: PermissionMode[] = ['default', 'acceptEdits', 'plan', 'dontAsk'];
const TABLE: Record<string, string> = {
  'reading a file of the workspace': 'aaaa',
  'reading a file elsewhere': '???a',
  'reading elsewhere through a link': '???a',
  'editing a file of the workspace': '?ada',
  'editing a file elsewhere': '??da',
  'editing elsewhere through a link': '??da',
  "editing git's own files": '??da',
  "editing simse's own files": '??da',
  'editing .gitignore': '?ada',
  'running a command': '??da',
  'calling an MCP tool': '??da',
  'a claim to read': '???a',
  'a claim to search': '???a',
  'a claim to read by a command': '??da',
  'a claim to read that shows a diff': '??da',
  'a claim to edit the workspace': '?ada',
  'a claim to edit with one of two paths elsewhere': '??da',
  'a claim to edit elsewhere through a link': '??da',
  "a claim to edit git's own files": '??da',
  'a claim to edit that shows no diff': '??da',
  'a claim to edit that names no path': '??da',
  'a claim to edit that runs a command': '??da',
  'a claim to delete': '??da',
  'a claim to run something that shows a diff': '??da',
  'a claim to run a command': '??da',
  'a claim to fetch': '??da',
  'a claim to leave plan mode': '??da',
  'a claim of an unknown kind': '??da',
};

const CASES = Object.entries(TABLE).flatMap(([what, letters]) =>
  MODES.map((mode, index) => {
    const outcome = { a: 'allow', d: 'deny' }[letters.charAt(index)] ?? 'ask';
    return { what, mode, outcome };
  }),
);

test.each(CASES)('in $mode, $what gets "$outcome"', ({ what, mode, outcome }) => {
  const request = REQUESTS[what];
  expect(request).toBeDefined();
  if (request !== undefined) expect(outcomeOf(request, { mode })).toBe(outcome);
});

test.each(Object.entries(REQUESTS))('a denying rule for everything denies %s in every mode', (_, request) => {
  for (const mode of MODES) {
    expect(outcomeOf(request, { mode, allow: ['*'], rememberedAllow: ['*'], deny: ['*'] })).toBe('deny');
  }
});

test.each(Object.entries(REQUESTS))(
  'an asking rule for everything asks about %s, allowed or not',
  (_, request) => {
    expect(outcomeOf(request, { mode: 'dontAsk', allow: ['*'], ask: ['*'] })).toBe('ask');
  },
);

test.each(Object.entries(REQUESTS))(
  'an allowing rule for everything allows %s, but not in plan mode',
  (_, request) => {
    expect(outcomeOf(request, { allow: ['*'] })).toBe('allow');
    const plan = outcomeOf(request, { mode: 'plan', allow: ['*'], rememberedAllow: ['*'] });
    expect(plan).toBe(outcomeOf(request, { mode: 'plan' }) === 'deny' ? 'deny' : 'allow');
  },
);

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
