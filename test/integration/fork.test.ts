import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StampedEvent } from '../../src/core/state/events.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, type Scenario } from './agent-sandbox.ts';

async function say(sandbox: Sandbox, words: string, ...flags: string[]): Promise<string> {
  const { stdout } = await runSimse(sandbox, ['-p', `say ${words}`, '--format', 'json', ...flags]);
  return (JSON.parse(stdout) as { session_id: string }).session_id;
}

const logOf = ({ data }: Sandbox, id: string) => readFile(join(data, 'sessions', id, 'events.jsonl'), 'utf8');

async function eventsOf(sandbox: Sandbox, id: string): Promise<StampedEvent[]> {
  const lines = (await logOf(sandbox, id)).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as StampedEvent);
}

test('--fork goes on in a new session and leaves the earlier one as it is', async () => {
  const sandbox = await createSandbox();
  const first = await say(sandbox, 'one');
  const before = await logOf(sandbox, first);
  const forked = await say(sandbox, 'two', '--continue', '--fork');
  expect(forked).not.toBe(first);
  expect(await logOf(sandbox, first)).toBe(before);
  const shown = await runSimse(sandbox, ['sessions', 'show', forked]);
  expect(shown.stdout).toMatch(/^› say one\n\none\n\n› say two\n\ntwo/);
  expect(await say(sandbox, 'three', '--continue')).toBe(forked);
  expect(await say(sandbox, 'four', '--resume', first, '--fork')).not.toBe(first);
});

test('a fork’s log is that of one session: its own id, numbers that rise', async () => {
  const sandbox = await createSandbox();
  const first = await say(sandbox, 'one');
  const forked = await say(sandbox, 'two', '--continue', '--fork');
  const events = await eventsOf(sandbox, forked);
  expect(events[0]).toMatchObject({ type: 'session_started', sessionId: forked });
  expect(JSON.stringify(events)).not.toContain(first);
  const numbers = events.map(({ seq }) => seq);
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  expect(events.filter(({ type }) => type === 'backend_ready')).toHaveLength(1);
});

test('a fork in which nothing was said leaves nothing behind', async () => {
  const sandbox = await createSandbox();
  const first = await say(sandbox, 'one');
  const terminal = openTerminal(sandbox, ['--continue', '--fork']);
  await terminal.waitFor('● one');
  terminal.send(`/exit${KEYS.enter}`);
  expect(await terminal.exited).toBe(0);
  const { stdout } = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ id: first, turns: 1 }] });
});

test('--fork alone does not say of which session', async () => {
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), ['-p', 'say hi', '--fork']);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toContain('--continue or --resume <id>');
});

const keeps = (sessionCapabilities: object): Scenario => ({
  on: {
    initialize: [{ result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } }],
    'session/fork': [{ result: { sessionId: 'forked' } }],
    'session/resume': [{ result: {} }],
    'session/prompt': answer('hi'),
  },
});

const LOST = { error: { code: -32002, message: 'Resource not found' } };

/** What the agent was asked in order, without what each run begins and ends with. */
async function asked(sandbox: Awaited<ReturnType<typeof agentSandbox>>) {
  const calls = (await sandbox.sent()).map(({ method, params }) => ({ method, params }));
  return calls.filter(({ method }) => method !== undefined && method !== 'initialize');
}

test('an agent that can fork is asked to, and later goes on with its fork', async () => {
  const sandbox = await agentSandbox(keeps({ fork: {}, resume: {} }));
  await say(sandbox, 'one');
  const forked = await say(sandbox, 'two', '--continue', '--fork');
  expect(await say(sandbox, 'three', '--continue')).toBe(forked);
  const prompt = (text: string) => [{ type: 'text', text: `say ${text}` }];
  expect(await asked(sandbox)).toMatchObject([
    { method: 'session/new' },
    { method: 'session/prompt', params: { sessionId: 's1', prompt: prompt('one') } },
    { method: 'session/fork', params: { sessionId: 's1', cwd: sandbox.work } },
    { method: 'session/prompt', params: { sessionId: 'forked', prompt: prompt('two') } },
    { method: 'session/resume', params: { sessionId: 'forked' } },
    { method: 'session/prompt', params: { sessionId: 'forked', prompt: prompt('three') } },
  ]);
});

test.each([
  ['cannot fork', keeps({ resume: {} })],
  ['has lost the session', { on: { ...keeps({ fork: {} }).on, 'session/fork': [LOST] } }],
])('an agent that %s is told the conversation so far in a new session', async (_case, scenario) => {
  const sandbox = await agentSandbox(scenario);
  await say(sandbox, 'one');
  await say(sandbox, 'two', '--continue', '--fork');
  const calls = (await asked(sandbox)).filter(({ method }) => method !== 'session/fork');
  expect(calls.map(({ method }) => method)).toEqual([
    'session/new',
    'session/prompt',
    'session/new',
    'session/prompt',
  ]);
  expect(JSON.stringify(calls.at(-1))).toMatch(/User: say one[^]*Agent: hi[^]*say two/);
});

test('a fork whose agent fails does not go on with the session of the earlier one', async () => {
  const { on } = keeps({ fork: {}, resume: {} });
  const sandbox = await agentSandbox({ on: { ...on, 'session/fork': [{ exit: 3 }] } });
  await say(sandbox, 'one');
  const forked = await say(sandbox, 'two', '--continue', '--fork');
  expect(await say(sandbox, 'three', '--resume', forked)).toBe(forked);
  expect((await asked(sandbox)).map(({ method }) => method)).toEqual([
    'session/new',
    'session/prompt',
    'session/fork',
    'session/new',
    'session/prompt',
  ]);
});
