import { expect, test } from 'vitest';
import { decide } from '../../../src/core/gate/decide.ts';
import type { PermissionMode } from '../../../src/core/gate/permission-mode.ts';
import { call, changedCall, outcomeOf, policyOf, sampling } from '../gate-requests.ts';

const MODES: PermissionMode[] = ['default', 'acceptEdits', 'plan', 'bypassPermissions'];

test.each([
  { rule: 'sampling', server: 'fs', outcome: 'allow' },
  { rule: 'sampling(fs)', server: 'fs', outcome: 'allow' },
  { rule: 'sampling(f*)', server: 'fs', outcome: 'allow' },
  { rule: '*', server: 'fs', outcome: 'allow' },
  { rule: 'sampling(fs)', server: 'fs2', outcome: 'ask' },
  { rule: 'fs/*', server: 'fs', outcome: 'ask' },
  { rule: 'fs/sampling', server: 'fs', outcome: 'ask' },
  { rule: '*/*', server: 'fs', outcome: 'ask' },
  { rule: 'shell', server: 'fs', outcome: 'ask' },
])('where $rule is allowed, $server asking for the model gets "$outcome"', ({ rule, server, outcome }) => {
  expect(outcomeOf(sampling(server), { mode: 'bypassPermissions', allow: [rule] })).toBe(outcome);
  expect(outcomeOf(sampling(server), { rememberedAllow: [rule] })).toBe(outcome);
  expect(outcomeOf(sampling(server), { mode: 'plan', allow: [rule] })).toBe('deny');
});

test.each(['sampling', 'sampling(fs)', '*'])('%s as a denying rule keeps a server from the model', (rule) => {
  expect(outcomeOf(sampling('fs'), { mode: 'bypassPermissions', allow: ['sampling'], deny: [rule] })).toBe(
    'deny',
  );
  expect(outcomeOf(sampling('fs'), { allow: ['sampling'], rememberedDeny: [rule] })).toBe('deny');
  expect(outcomeOf(sampling('fs'), { allow: ['sampling'], ask: [rule] })).toBe('ask');
});

test.each(['changed', 'new'] as const)('nothing said before allows a tool that is %s', (kind) => {
  for (const mode of MODES) {
    const everything = { mode, allow: ['*', 'fs/read'], rememberedAllow: ['*', 'fs/read'] };
    expect(outcomeOf(changedCall('fs/read', kind), everything)).toBe(mode === 'plan' ? 'deny' : 'ask');
    expect(outcomeOf(call('fs/read'), everything)).toBe(mode === 'plan' ? 'deny' : 'allow');
  }
});

test.each(['deny', 'rememberedDeny'] as const)('a tool that has changed is still denied by %s', (list) => {
  expect(outcomeOf(changedCall('fs/read'), { mode: 'bypassPermissions', [list]: ['fs/*'] })).toBe('deny');
  expect(outcomeOf(changedCall('fs/read'), { mode: 'bypassPermissions', [list]: ['git/*'] })).toBe('ask');
});

test('the decision says that the definition has changed, or that there was none', () => {
  expect(decide(changedCall('fs/read'), policyOf({})).reason).toBe('its definition has changed');
  expect(decide(changedCall('fs/read', 'new'), policyOf({})).reason).toBe(
    'the server did not have it before',
  );
});
