import { expect, test } from 'vitest';
import { canSeeProcesses, liveProcesses } from '../helpers/processes.ts';
import { runSimse, startSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { type AgentSandbox, agentSandbox, fixture, type Scenario, type Step, say } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const CANCELLED: Step = { result: { stopReason: 'cancelled' } };
/** Works until it is cancelled. */
const PATIENT: Scenario = {
  on: { 'session/prompt': [say('working'), { wait: 'session/cancel' }, say(' stopped'), CANCELLED] },
};
/** Works and ignores whatever it is told. */
const DEAF: Scenario = { start: [{ deaf: true }], on: { 'session/prompt': [say('working')] } };

const methodsTo = async (sandbox: AgentSandbox) => (await sandbox.sent()).map(({ method }) => method);

/** Starts a prompt and waits until the agent works on it. The subprocess is in an object, being a promise of its end. */
async function startWorking(sandbox: AgentSandbox, args: string[] = []) {
  const simse = startSimse(sandbox, ['-p', 'go', ...args]);
  let stdout = '';
  simse.stdout.on('data', (chunk: string) => {
    stdout += chunk;
  });
  await expect.poll(() => stdout).toContain('working');
  return { simse };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s cancels the turn at the agent, keeps what was said and ends with %d',
  async (signal, expected) => {
    const sandbox = await agentSandbox(PATIENT);
    const { simse } = await startWorking(sandbox);
    simse.kill(signal);
    const { stdout, exitCode } = await simse;
    expect([stdout, exitCode]).toEqual(['working stopped\n', expected]);
    expect(await methodsTo(sandbox)).toContain('session/cancel');
  },
);

test('a second Ctrl+C ends at once, and with it an agent that ignores everything', async () => {
  const sandbox = await agentSandbox(DEAF);
  const { simse } = await startWorking(sandbox);
  simse.kill('SIGINT');
  await expect.poll(() => methodsTo(sandbox)).toContain('session/cancel');
  const startedAt = Date.now();
  simse.kill('SIGINT');
  expect((await simse).exitCode).toBe(130);
  expect(Date.now() - startedAt).toBeLessThan(6000);
});

test('Ctrl+C while the agent starts does not wait for it', async () => {
  const sandbox = await agentSandbox({ on: { initialize: [] } });
  const simse = startSimse(sandbox, ['-p', 'go']);
  await expect.poll(() => methodsTo(sandbox)).toEqual(['initialize']);
  simse.kill('SIGINT');
  expect((await simse).exitCode).toBe(130);
});

test('--timeout cancels the turn, or the start, and ends with 3', async () => {
  const patient = await agentSandbox(PATIENT);
  const cancelled = await runSimse(patient, ['-p', 'go', '--timeout', '3', '--format', 'json']);
  expect(JSON.parse(cancelled.stdout)).toMatchObject({
    subtype: 'limit',
    is_error: true,
    result: 'working stopped',
    error: { code: 'timeout' },
  });
  expect(cancelled.stderr).toMatch(/longer than 3 s.*\n.*--timeout/);
  expect(cancelled.exitCode).toBe(3);
  expect(await methodsTo(patient)).toContain('session/cancel');
  const silent = await agentSandbox({ on: { initialize: [] } });
  expect((await runSimse(silent, ['-p', 'go', '--timeout', '1'])).exitCode).toBe(3);
});

test('an agent that crashes in the middle of a turn is a failure; the session is recorded', async () => {
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [say('half an ans'), { stderr: 'segmentation fault\n' }, { exit: 139 }] },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'go', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({
    subtype: 'error',
    is_error: true,
    result: 'half an ans',
    error: { code: 'backend_failed', message: 'mock exited with code 139' },
  });
  expect(stderr).toContain('segmentation fault');
  expect(exitCode).toBe(1);
  const shown = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({ sessions: [{ backend: 'mock', title: 'go', turns: 1 }] });
});

test('what the agent itself has started ends with it, also in a process group of its own', async () => {
  const mock = [process.execPath, fixture('acp/mock-agent.mjs'), '${HOME}/scenario.json'];
  const detach = process.platform === 'linux' ? 'setsid sleep 300 & ' : '';
  const sandbox = await agentSandbox(
    { on: { 'session/prompt': [say('hello'), { result: { stopReason: 'end_turn' } }] } },
    {},
    { command: 'sh', args: ['-c', `sleep 300 & ${detach}exec "$0" "$@"`, ...mock] },
  );
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'go']);
  expect([stdout, exitCode]).toEqual(['hello\n', 0]);
});

test('when simse is killed, the agent sees its stdin close and ends', async () => {
  const sandbox = await agentSandbox(PATIENT);
  const { simse } = await startWorking(sandbox);
  simse.kill('SIGKILL');
  expect((await simse).signal).toBe('SIGKILL');
});

test.skipIf(!canSeeProcesses).each([
  ['mcp tools', 'SIGINT', 130],
  ['doctor', 'SIGTERM', 143],
  ['mcp call silent-calls/echo {}', 'SIGTERM', 143],
] as const)('%s is ended by %s while it waits for a server, with %d', async (line, signal, expected) => {
  const sandbox = await createSandbox({
    'config/mcp.json': { servers: [mcpServer(line.includes('call') ? 'silent-calls' : 'silent')] },
  });
  const simse = startSimse(sandbox, line.split(' '));
  const isUp = async () =>
    (await liveProcesses(sandbox.root)).some(({ command }) => command.includes('/silent'));
  await expect.poll(isUp).toBe(true);
  simse.kill(signal);
  const { stdout, stderr, exitCode } = await simse;
  expect([stdout, exitCode]).toEqual(['', expected]);
  expect(stderr).toMatch(/^simse: (Interrupted|Ended by SIGTERM)\.\n$/);
});
