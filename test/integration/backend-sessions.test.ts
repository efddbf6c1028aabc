import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { agentSandbox, type Scenario } from './agent-sandbox.ts';

const keeping = (sessionCapabilities: object, on: NonNullable<Scenario['on']> = {}): Scenario => ({
  on: {
    initialize: [{ result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } }],
    ...on,
  },
});

const PAGES: NonNullable<Scenario['on']> = {
  'session/list': [
    {
      result: {
        sessions: [
          { sessionId: 'a1', cwd: '$cwd', title: 'One \u001b[31mred', updatedAt: '2026-01-02T03:04:05Z' },
        ],
        nextCursor: 'next',
      },
    },
  ],
  'session/list#2': [{ result: { sessions: [{ sessionId: 'b22', cwd: '$cwd' }] } }],
};

test('the sessions that an agent keeps for this directory are listed, of every page', async () => {
  const sandbox = await agentSandbox(keeping({ list: {} }, PAGES));
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'sessions', 'mock']);
  expect(stdout).toBe('a1   2026-01-02 03:04  One red\nb22\n');
  expect([stderr, exitCode]).toEqual(['', 0]);
  const calls = (await sandbox.sent()).map(({ method, params }) => ({ method, params }));
  expect(calls.slice(1)).toEqual([
    { method: 'session/list', params: { cwd: sandbox.work } },
    { method: 'session/list', params: { cwd: sandbox.work, cursor: 'next' } },
  ]);
  const json = await runSimse(sandbox, ['agents', 'sessions', '--output-format', 'json']);
  expect(JSON.parse(json.stdout)).toEqual({
    sessions: [
      { id: 'a1', cwd: sandbox.work, title: 'One \u001b[31mred', updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5) },
      { id: 'b22', cwd: sandbox.work },
    ],
  });
});

test('an agent that keeps none says so', async () => {
  const sandbox = await agentSandbox(
    keeping({ list: {} }, { 'session/list': [{ result: { sessions: [] } }] }),
  );
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'sessions']);
  expect([stdout, exitCode]).toEqual(['', 0]);
  expect(stderr).toContain(`mock keeps no sessions of ${sandbox.work}.`);
});

test.each([
  ['delete', 'session/delete', 'deleted'],
  ['archive', 'session/archive', 'archived'],
])('--%s is done by the agent and said', async (verb, method, done) => {
  const sandbox = await agentSandbox(keeping({ [verb]: {} }, { [method]: [{ result: {} }] }));
  const run = (...args: string[]) => runSimse(sandbox, ['agents', 'sessions', `--${verb}`, 'a1', ...args]);
  expect(await run()).toEqual({ stdout: `mock has ${done} a1.\n`, stderr: '', exitCode: 0 });
  expect((await sandbox.sent()).at(-1)).toMatchObject({ method, params: { sessionId: 'a1' } });
  expect(JSON.parse((await run('--format', 'json')).stdout)).toEqual({
    [done]: { backend: 'mock', id: 'a1' },
  });
});

test.each([
  ['list its sessions', []],
  ['delete sessions', ['--delete', 'a1']],
  ['archive sessions', ['--archive', 'a1']],
])('an agent that does not %s says so and ends with 1', async (what, args) => {
  const sandbox = await agentSandbox(keeping({}));
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'sessions', ...args]);
  expect([stdout, exitCode]).toEqual(['', 1]);
  expect(stderr).toContain(`mock does not ${what}`);
  expect(await sandbox.sent()).toHaveLength(1);
});

test('a session that the agent does not have ends with 4, two wishes at once with 2', async () => {
  const unknown = [{ error: { code: -32002, message: 'Resource not found: a1' } }];
  const sandbox = await agentSandbox(keeping({ archive: {} }, { 'session/archive': unknown }));
  const archive = ['agents', 'sessions', '--archive', 'a1'];
  expect(await runSimse(sandbox, archive)).toMatchObject({ exitCode: 4 });
  expect(await runSimse(sandbox, [...archive, '--delete', 'a1'])).toMatchObject({ exitCode: 2 });
});
