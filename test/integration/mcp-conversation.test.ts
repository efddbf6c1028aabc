import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import type { Files } from '../helpers/temp-dir.ts';
import { type AgentSandbox, agentSandbox, answer, type Scenario } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const FILES: Files = { 'config/mcp.json': { servers: [mcpServer('inquirer')] } };
const ANSWERS: Scenario = { on: { 'session/prompt': answer('done') } };
const EMBEDDING: Scenario = {
  on: {
    ...ANSWERS.on,
    initialize: [
      {
        result: { protocolVersion: 1, agentCapabilities: { promptCapabilities: { embeddedContext: true } } },
      },
    ],
  },
};

const calling = () => agentSandbox('simse-dialect-agent.mjs', FILES);

/** The blocks of every prompt that the agent was sent. */
async function prompts(sandbox: AgentSandbox): Promise<unknown[]> {
  const sent = await sandbox.sent();
  return sent.flatMap(({ method, params }) =>
    method === 'session/prompt' ? [(params as { prompt: unknown }).prompt] : [],
  );
}

test('a prompt of a server is sent in the server’s words', async () => {
  const sandbox = await agentSandbox(ANSWERS, FILES);
  const run = await runSimse(sandbox, ['-p', '/inquirer:greet Ada how="very warmly"']);
  expect([run.stdout, run.exitCode]).toEqual(['done\n', 0]);
  expect(await prompts(sandbox)).toEqual([[{ type: 'text', text: 'Greet Ada very warmly.' }]]);
});

test('one whose argument is missing ends with 2 and says what to write', async () => {
  const sandbox = await agentSandbox(ANSWERS, FILES);
  const run = await runSimse(sandbox, ['-p', '/inquirer:greet']);
  expect(run).toMatchObject({
    stdout: '',
    stderr: 'simse: /inquirer:greet needs who.\nWrite /inquirer:greet who=…\n',
    exitCode: 2,
  });
  expect(await sandbox.sent()).toEqual([]);
});

test('one that there is not ends with 1 and says which there are', async () => {
  const sandbox = await agentSandbox(ANSWERS, FILES);
  const run = await runSimse(sandbox, ['-p', '/inquirer:nope']);
  expect(run.stderr).toContain('There are /inquirer:dialog, /inquirer:greet.');
  expect(run.exitCode).toBe(1);
});

test('a resource attached as a block where the agent takes one, else as text', async () => {
  const embedding = await agentSandbox(EMBEDDING, FILES);
  await runSimse(embedding, ['-p', 'look at @inquirer:memo://text, please']);
  const text = expect.stringContaining('no line break at the end');
  expect(await prompts(embedding)).toEqual([
    [
      { type: 'text', text: 'look at @inquirer:memo://text, please' },
      { type: 'resource', resource: { uri: 'memo://text', mimeType: 'text/plain', text } },
    ],
  ]);
  const plain = await agentSandbox(ANSWERS, FILES);
  await runSimse(plain, ['-p', '@inquirer:memo://text']);
  expect(await prompts(plain)).toEqual([
    [
      { type: 'text', text: '@inquirer:memo://text' },
      { type: 'text', text },
    ],
  ]);
});

test('a resource that cannot be read is told, and the prompt goes without it', async () => {
  const sandbox = await agentSandbox(ANSWERS, FILES);
  const run = await runSimse(sandbox, ['-p', 'see @inquirer:memo://gone']);
  expect(run.stderr).toContain('inquirer: memo://gone was not read: ');
  expect([run.stdout, run.exitCode]).toEqual(['done\n', 0]);
});

test('without a terminal a form is declined, and that is said', async () => {
  const sandbox = await calling();
  const run = await runSimse(sandbox, ['-p', 'call inquirer/form {}', '--allow', 'inquirer/form']);
  expect(run.stdout).toBe('decline null\n');
  expect(run.stderr).toContain('inquirer: It asked for information, which was declined');
});

test('without a rule a server may not ask the model, and the run says which one would allow it', async () => {
  const sandbox = await calling();
  const run = await runSimse(sandbox, ['-p', 'call inquirer/sample {}', '--allow', 'inquirer/sample']);
  expect(run.stderr).toContain("--allow 'sampling(inquirer)' would allow it");
  expect(run.exitCode).toBe(5);
});

test('with a rule it is answered by a second process of the agent, which is gone afterwards', async () => {
  const sandbox = await calling();
  const allow = ['--allow', 'inquirer/sample', '--allow', 'sampling(inquirer)'];
  const run = await runSimse(sandbox, ['-p', 'call inquirer/sample {}', ...allow]);
  expect([run.stdout, run.exitCode]).toEqual(['mock: Paris, of course.\n', 0]);
  const opened = (await sandbox.sent()).filter(({ method }) => method === 'session/new');
  expect(opened).toHaveLength(2);
  expect(opened[1]?.['params']).toMatchObject({ mcpServers: [] });
  expect(JSON.stringify(opened[1])).not.toContain(sandbox.work);
});

test('/mcp lists the servers without asking the agent', async () => {
  const sandbox = await agentSandbox(ANSWERS, FILES);
  const run = await runSimse(sandbox, ['-p', '/mcp']);
  expect(run.stdout).toMatch(/^ {2}inquirer +ready · stdio · \d tools\n$/);
  expect(run.exitCode).toBe(0);
  const unknown = await runSimse(sandbox, ['-p', '/mcp restart inquier', '--output-format', 'json']);
  expect(JSON.parse(unknown.stdout)).toMatchObject({
    result: 'There is no MCP server inquier. Did you mean inquirer?',
    is_error: false,
  });
  expect(await sandbox.sent()).toEqual([]);
});
