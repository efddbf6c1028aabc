import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { type AgentSandbox, agentSandbox, answer, END, fixture } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const HELLO = { on: { 'session/prompt': answer('hello') } };

async function paramsOf(sandbox: AgentSandbox, method: string): Promise<Record<string, unknown>> {
  const message = (await sandbox.sent()).find((one) => one['method'] === method);
  return message?.['params'] as Record<string, unknown>;
}

test('--agent-command runs any agent, also one with blanks and quotes in its path', async () => {
  const sandbox = await createSandbox({ "work/my agent's/scenario.json": HELLO });
  const command = `${process.execPath} ${fixture('acp/mock-agent.mjs')} "my agent's/scenario.json"`;
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hi', '--agent-command', command]);
  expect([stdout, stderr, exitCode]).toEqual(['hello\n', '', 0]);
});

test('the agent is the one of --agent, else of SIMSE_AGENT, else the default; the old names still work', async () => {
  const server = (name: string) => ({
    name,
    command: process.execPath,
    args: [fixture('acp/mock-agent.mjs'), `\${HOME}/${name}.json`],
  });
  const says = (text: string) => ({ on: { 'session/prompt': answer(text) } });
  const sandbox = await createSandbox({
    'config/acp.json': { servers: ['one', 'two', 'three'].map(server), defaultServer: 'two' },
    'home/one.json': says('one'),
    'home/two.json': says('two'),
    'home/three.json': says('three'),
  });
  const env = { SIMSE_AGENT: 'three' };
  expect((await runSimse(sandbox, ['-p', 'hi'])).stdout).toBe('two\n');
  expect((await runSimse(sandbox, ['-p', 'hi'], { env })).stdout).toBe('three\n');
  expect((await runSimse(sandbox, ['-p', 'hi', '--agent', 'one'], { env })).stdout).toBe('one\n');
  const old = { SIMSE_SERVER: 'three' };
  expect((await runSimse(sandbox, ['-p', 'hi'], { env: old })).stdout).toBe('three\n');
  expect((await runSimse(sandbox, ['-p', 'hi'], { env: { ...old, SIMSE_AGENT: 'one' } })).stdout).toBe(
    'one\n',
  );
  expect((await runSimse(sandbox, ['-p', 'hi', '--server', 'one'], { env: old })).stdout).toBe('one\n');
  const both = await runSimse(sandbox, ['-p', 'hi', '--server', 'one', '--agent', 'two']);
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('cannot be used with')]);
});

test.each([
  ['bridge', [{ name: 'simse' }]],
  [
    'direct',
    [
      {
        name: 'everyday',
        command: process.execPath,
        env: expect.arrayContaining([{ name: 'TOKEN', value: 'x' }]),
      },
    ],
  ],
  ['off', []],
])('with mcp "%s" the backend is given the servers so', async (mcp, expected) => {
  const servers = [mcpServer('everyday', { env: { TOKEN: '${GIVEN_TOKEN}' } })];
  const sandbox = await agentSandbox(HELLO, { 'config/mcp.json': { servers } }, { mcp });
  const { exitCode } = await runSimse(sandbox, ['-p', 'hi'], { env: { GIVEN_TOKEN: 'x' } });
  expect(exitCode).toBe(0);
  const { mcpServers } = await paramsOf(sandbox, 'session/new');
  expect(mcpServers).toHaveLength(expected.length);
  expect(mcpServers).toMatchObject(expected);
});

test('text on stdin comes to the agent under the prompt', async () => {
  const sandbox = await agentSandbox(HELLO);
  await runSimse(sandbox, ['-p', 'review this'], { stdin: 'diff --git a b\n' });
  const { prompt } = await paramsOf(sandbox, 'session/prompt');
  expect(prompt).toMatchObject([
    { type: 'text', text: 'review this' },
    { type: 'text', text: expect.stringContaining('diff --git a b\n') },
  ]);
});

test('a workspace that is reached through a symlink is the workspace', async () => {
  const write = {
    method: 'fs/write_text_file',
    params: { sessionId: 's1', path: '$cwd/../link/a.txt', content: 'a' },
  };
  const sandbox = await agentSandbox({ on: { 'session/prompt': [{ call: write }, END] } });
  await mkdir(join(sandbox.root, 'real'));
  await symlink(join(sandbox.root, 'real'), join(sandbox.root, 'link'));
  const args = ['-p', 'hi', '--cwd', '../link', '--permission-mode', 'acceptEdits'];
  expect((await runSimse(sandbox, args)).exitCode).toBe(0);
  expect(await readFile(join(sandbox.root, 'real/a.txt'), 'utf8')).toBe('a');
});

test('the agent runs in its cwd, with the user’s environment and its own', async () => {
  const sandbox = await createSandbox({ 'work/sub/.keep': '' });
  const script = `require('fs').writeFileSync(process.env.HOME + '/seen', JSON.stringify([process.cwd(), process.env.MINE, process.env.OURS, process.env.SIMSE]))`;
  const entry = {
    name: 'a',
    command: process.execPath,
    args: ['-e', script],
    cwd: 'sub',
    env: { OURS: '${MINE}!' },
  };
  await writeFile(join(sandbox.config, 'acp.json'), JSON.stringify({ servers: [entry] }));
  await runSimse(sandbox, ['-p', 'hi'], { env: { MINE: 'm' } });
  expect(JSON.parse(await readFile(join(sandbox.home, 'seen'), 'utf8'))).toEqual([
    join(sandbox.work, 'sub'),
    'm',
    'm!',
    '1',
  ]);
});
