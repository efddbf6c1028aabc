import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import type { Files } from '../helpers/temp-dir.ts';
import { agentSandbox } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const FILES: Files = {
  'config/mcp.json': { servers: [mcpServer('filesystem')] },
  'work/README.md': '# Hello\n',
};
const open = (entry: object = {}) => agentSandbox('simse-dialect-agent.mjs', FILES, entry);
const ALLOW = ['--allow', 'filesystem/read_file'];

test('a tool that the backend calls is run by simse where a rule allows it, and its result goes back', async () => {
  const sandbox = await open();
  const { stdout, exitCode } = await runSimse(sandbox, [
    '-p',
    'read README.md',
    ...ALLOW,
    '--format',
    'json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    result: '# Hello\n',
    agent: { name: 'simse-agent', version: '2.1.0' },
    tool_calls: [{ title: 'filesystem/read_file', status: 'completed' }],
    permission_denials: [],
  });
  expect(exitCode).toBe(0);
  const told = (await sandbox.sent()).filter(({ method }) => method === 'session/update');
  expect(told.map(({ params }) => params)).toMatchObject([
    {
      sessionId: 'simse-session',
      sessionUpdate: 'tool_call_update',
      toolCallId: 'call-1',
      status: 'in_progress',
    },
    { toolCallId: 'call-1', status: 'completed', result: { content: [{ type: 'text', text: '# Hello\n' }] } },
  ]);
});

test('a tool that nobody allowed is not run; backend, user and exit code say so', async () => {
  const sandbox = await open();
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'read README.md']);
  expect(stdout).toMatch(/^denied: .*--allow 'filesystem\/read_file' would allow it\n$/);
  expect(stderr).toContain('Denied: ');
  expect(exitCode).toBe(5);
  const ruled = await runSimse(sandbox, ['-p', 'read README.md', ...ALLOW, '--deny', 'filesystem/*']);
  expect([ruled.stdout, ruled.exitCode]).toEqual(['denied: denied by the rule filesystem/*\n', 5]);
  expect(JSON.stringify(await sandbox.sent())).not.toContain('# Hello');
});

test('what a tool fails with, and that there is no such tool, is told to the backend', async () => {
  const sandbox = await open();
  const failed = await runSimse(sandbox, ['-p', 'read missing.md', ...ALLOW]);
  expect([failed.stdout, failed.exitCode]).toEqual([expect.stringMatching(/^ENOENT.*missing\.md/), 0]);
  const unknown = await runSimse(sandbox, ['-p', 'call nowhere/tool {}', '--allow', 'nowhere/*']);
  expect([unknown.stdout, unknown.exitCode]).toEqual(['there is no tool nowhere/tool\n', 0]);
});

test.each(['ask', 'askquietly'])('"%s": a permission request is answered by the rules', async (word) => {
  const sandbox = await open();
  const allowed = await runSimse(sandbox, ['-p', `${word} filesystem/read_file`, ...ALLOW]);
  expect([allowed.stdout, allowed.exitCode]).toEqual(['allow_once\n', 0]);
  const denied = await runSimse(sandbox, ['-p', `${word} filesystem/read_file`]);
  expect([denied.stdout, denied.exitCode]).toEqual(['reject_once\n', 5]);
});

test('a turn that ends with tool_use goes on with the results, so often and not for ever', async () => {
  const sandbox = await open();
  const once = await runSimse(sandbox, ['-p', 'use README.md', ...ALLOW]);
  expect(once.stdout).toContain('# Hello');
  expect(once.exitCode).toBe(0);
  const prompts = (await sandbox.sent()).filter(({ method }) => method === 'session/prompt');
  expect(prompts).toMatchObject([{}, { params: { prompt: expect.stringContaining('Tool results') } }]);
  const forever = await runSimse(sandbox, ['-p', 'useforever', ...ALLOW, '--max-turns', '2']);
  expect(forever.stderr).toMatch(/limit/);
  expect(forever.exitCode).toBe(3);
});

test('what was streamed is not repeated; what was not is said at the end', async () => {
  const sandbox = await open();
  expect((await runSimse(sandbox, ['-p', 'say hello world'])).stdout).toBe('hello world\n');
  expect((await runSimse(sandbox, ['-p', 'whole hello world'])).stdout).toBe('hello world\n');
});

test('a backend that is silent for longer than timeoutMs is cancelled; the run ends with 3', async () => {
  const sandbox = await open({ timeoutMs: 4000 });
  const { stderr, exitCode } = await runSimse(sandbox, ['-p', 'hang']);
  expect(stderr).toMatch(/mock was silent for 4 s\n.*acp\.json/);
  expect(exitCode).toBe(3);
  expect((await sandbox.sent()).at(-1)).toMatchObject({ method: 'session/cancel' });
});
