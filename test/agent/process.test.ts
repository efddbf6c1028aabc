import { expect, onTestFinished, test } from 'vitest';
import { canSeeProcesses, liveProcesses } from '../helpers/processes.ts';
import { startSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { type AgentClient, type ClientOptions, connectClient, program } from './agent-client.ts';

const LOG_LOADS = new URL('../fixtures/tooling/log-loads.mjs', import.meta.url).href;
const EVERYDAY = program('everyday', 'everyday.mjs');
const SILENT = program('silent', 'silent-calls.mjs');

/** `simse agent` as a process of its own, driven by a client that is not simse. */
async function startAgent(
  sandbox: Sandbox,
  options: Partial<ClientOptions> = {},
  env: Record<string, string> = {},
) {
  const running = startSimse(sandbox, ['agent'], { stdin: null, env });
  const { stdin, stdout } = running;
  onTestFinished(() => void stdin.end());
  let log = '';
  running.stderr.on('data', (chunk: Buffer | string) => (log += String(chunk)));
  const client: AgentClient = await connectClient({
    cwd: sandbox.work,
    transport: { stdin, stdout },
    ...options,
  });
  return { running, client, log: () => log };
}

test('the agent answers over stdio, writes nothing but messages, and ends with its stdin', async () => {
  const sandbox = await createSandbox({ 'work/README.md': '# Hello\n' });
  const { running, client } = await startAgent(sandbox);
  // Nothing is left to cancel, which is no reason to write about.
  await client.connection.agent.notify('session/cancel', { sessionId: 'gone' });
  await client.prompt('read README.md');
  expect(client.answer()).toBe('# Hello\n');
  client.end();
  const { exitCode, stdout, stderr } = await running;
  expect([exitCode, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(lines.length).toBeGreaterThan(5);
});

test('the agent says who it is and what it can do', async () => {
  const sandbox = await createSandbox();
  const { client } = await startAgent(sandbox);
  expect(client.agent).toMatchObject({
    protocolVersion: 1,
    agentInfo: { name: 'simse', title: 'simse built-in', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    agentCapabilities: {
      promptCapabilities: { embeddedContext: true },
      mcpCapabilities: { http: true },
      sessionCapabilities: { close: {}, additionalDirectories: {} },
    },
  });
});

test('when the client goes away in the middle of a call, the agent and its servers end', async () => {
  const sandbox = await createSandbox();
  const { running, client } = await startAgent(sandbox, { mcpServers: [SILENT], choose: 'allow_once' });
  const turn = client.prompt('call silent/echo');
  await expect.poll(() => client.questions).toHaveLength(1);
  expect(await liveProcesses(sandbox.root)).toHaveLength(canSeeProcesses ? 2 : 0);
  client.end();
  expect(await running).toMatchObject({ exitCode: 0, stderr: '' });
  await expect(turn).rejects.toThrow('ACP connection closed');
  expect(await liveProcesses(sandbox.root)).toEqual([]);
});

test('when nobody reads its answers any more, the agent ends though its stdin is open', async () => {
  const sandbox = await createSandbox();
  const { running, client } = await startAgent(sandbox);
  const params = { sessionId: client.sessionId, prompt: [{ type: 'text', text: 'help' }] };
  running.stdout.destroy();
  running.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'session/prompt', params })}\n`,
  );
  expect(await running).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the MCP SDK is loaded by the first step that needs it, and not before', async () => {
  const sandbox = await createSandbox({ 'work/a.txt': '' });
  const env = { NODE_OPTIONS: `--import=${LOG_LOADS}` };
  const { client, log } = await startAgent(sandbox, { mcpServers: [EVERYDAY] }, env);
  await client.prompt('read a.txt\nlist');
  await expect.poll(log).toContain('dist/main.js');
  expect(log()).not.toContain('connect-mcp-server');
  await client.prompt('tools');
  await expect.poll(log).toContain('connect-mcp-server');
});
