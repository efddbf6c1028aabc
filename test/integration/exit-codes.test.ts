import { expect, test } from 'vitest';
import { runSimse, startSimse } from '../helpers/run-simse.ts';
import { type AgentSandbox, agentSandbox, answer, type Scenario, type Step, say } from './agent-sandbox.ts';

const failing = (error: object): Step[] => [{ error }];
const onPrompt = (steps: Step[]): Scenario => ({ on: { 'session/prompt': steps } });
const WORKING = onPrompt([
  say('working'),
  { wait: 'session/cancel' },
  { result: { stopReason: 'cancelled' } },
]);

/** The table of the exit codes: why, what the agent does, what else the command line says, and the signal it gets. */
const ENDINGS: [number, string, Scenario, string[], NodeJS.Signals?][] = [
  [0, 'done', onPrompt(answer('yes')), []],
  [1, 'the agent failed', onPrompt(failing({ code: -32603, message: 'no' })), []],
  [1, 'the agent refused', onPrompt([{ result: { stopReason: 'refusal' } }]), []],
  [2, 'usage', {}, ['--max-turns', 'many']],
  [2, 'config', {}, ['--mcp-config', 'none.json']],
  [3, 'time limit', WORKING, ['--timeout', '1']],
  [3, 'turn limit', onPrompt([{ result: { stopReason: 'max_turn_requests' } }]), []],
  [3, 'token limit', onPrompt([{ result: { stopReason: 'max_tokens' } }]), []],
  [4, 'no such backend', {}, ['--agent', 'nobody']],
  [5, 'denied', onPrompt([{ call: writing() }, ...answer('not written')]), []],
  [6, 'login needed', { on: { 'session/new': failing({ code: -32000, message: 'log in' }) } }, []],
  [129, 'terminal closed', WORKING, [], 'SIGHUP'],
  [130, 'interrupted', WORKING, [], 'SIGINT'],
  [131, 'quit', WORKING, [], 'SIGQUIT'],
  [143, 'terminated', WORKING, [], 'SIGTERM'],
];

function writing(): object {
  return { method: 'fs/write_text_file', params: { sessionId: 's1', path: '$cwd/a', content: 'a' } };
}

async function promptArrived(sandbox: AgentSandbox): Promise<void> {
  const methods = async () => (await sandbox.sent()).map(({ method }) => method);
  await expect.poll(methods).toContain('session/prompt');
}

test.each(ENDINGS)('%d: %s', async (code, _why, scenario, args, signal) => {
  const sandbox = await agentSandbox(scenario);
  const simse = startSimse(sandbox, ['-p', 'go', '--format', 'json', ...args]);
  if (signal !== undefined) {
    await promptArrived(sandbox);
    simse.kill(signal);
  }
  const { stdout, stderr, exitCode } = await simse;
  expect(exitCode).toBe(code);
  expect(stderr).toMatch(code === 0 ? /^$/ : /^simse: \S/);
  const results = stdout.split('\n').filter((line) => line !== '');
  const isError = results.map((line) => (JSON.parse(line) as { is_error: boolean }).is_error);
  // What ran at all has a result that agrees with the code.
  expect(isError).toEqual(code === 2 || code === 4 ? [] : [code !== 0 && code !== 5]);
});

test('--help names every exit code', async () => {
  const { stdout } = await runSimse(await agentSandbox({}), ['--help']);
  const [, table = ''] = /Exit codes: (.*)/s.exec(stdout) ?? [];
  const named = table.match(/\b\d+(?= )/g)?.map(Number);
  expect(named).toEqual([...new Set(ENDINGS.map(([code]) => code))]);
});
