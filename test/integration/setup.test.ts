import { access, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelServer } from '../agent/model/scripted-model.ts';
import { runSimse } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { installAgent, machine } from './agent-machine.ts';
import { answer, type Scenario } from './agent-sandbox.ts';

const QUESTION = 'Which agent do you want to use?';
const WORKS: Scenario = { on: { 'session/prompt': answer('hello from the agent') } };
const FAILS: Scenario = { on: { initialize: [{ stderr: 'no key' }, { exit: 3 }] } };
const LOGIN: Scenario = {
  on: {
    initialize: [{ result: { protocolVersion: 1, authMethods: [{ id: 'web', name: 'Log in with Qwen' }] } }],
    'session/new': [{ error: { code: -32000, message: 'Authentication required' } }],
  },
};

async function written(sandbox: Sandbox): Promise<unknown> {
  return JSON.parse(await readFile(join(sandbox.config, 'acp.json'), 'utf8'));
}

async function leave(terminal: Terminal): Promise<void> {
  await terminal.waitFor('Ask anything');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
}

test('at the first run one picks an agent, which is tried, kept, and used at once and from then on', async () => {
  const sandbox = await machine({ gemini: FAILS, opencode: WORKS }, {}, true);
  const terminal = openTerminal(sandbox, [], { columns: 120 });
  const list = await terminal.waitFor(QUESTION);
  expect(list).toMatch(
    /› 1 +gemini +Gemini CLI +installed +\S+\/bin\/gemini\n +2 +opencode .*\n +3 +simse +plain commands/,
  );

  terminal.send(KEYS.enter);
  await terminal.waitFor('gemini exited with code 3');
  await terminal.waitFor('Nothing was written.');
  await terminal.waitFor(/Nothing was written[^]*Which agent/);
  await expect(access(join(sandbox.config, 'acp.json'))).rejects.toThrow('ENOENT');

  terminal.send('2');
  await terminal.waitFor(/› 2 +opencode/);
  terminal.send(KEYS.enter);
  await terminal.waitFor(/opencode \(mock 1\.0\.0\): ready in \d\.\d s/);
  await terminal.waitFor('Ask anything');
  expect(terminal.screen()).not.toContain(QUESTION);
  terminal.send(`hi${KEYS.enter}`);
  await terminal.waitFor('● hello from the agent');
  await leave(terminal);
  expect(await written(sandbox)).toEqual({
    servers: [{ name: 'opencode', command: 'opencode', args: ['acp'] }],
    defaultServer: 'opencode',
  });

  const again = openTerminal(sandbox, []);
  await leave(again);
  expect(again.transcript()).not.toContain(QUESTION);
  expect(await readdir(sandbox.work)).toEqual([]);
});

test('who wants none is not asked again, until they ask for it', async () => {
  const sandbox = await machine({ opencode: WORKS, npx: {} }, {}, true);
  const terminal = openTerminal(sandbox, [], { columns: 120 });
  const list = await terminal.waitFor(QUESTION);
  expect(list).toMatch(
    /opencode .*installed[^]*claude +Claude +run by npx +fetches @agentclientprotocol\/claude-agent-acp/,
  );
  terminal.send(KEYS.escape);
  await terminal.waitFor('No agent chosen');
  await leave(terminal);

  const again = openTerminal(sandbox, []);
  await leave(again);
  expect(again.transcript()).not.toContain(QUESTION);

  const asked = openTerminal(sandbox, ['setup'], { columns: 120 });
  await asked.waitFor(QUESTION);
  asked.send('plain');
  await asked.waitFor('filter: plain');
  asked.send(KEYS.enter);
  expect(await asked.exited).toBe(0);
  await expect(access(join(sandbox.config, 'acp.json'))).rejects.toThrow('ENOENT');
});

test('an agent that wants a login is kept, and asked for its login as soon as the REPL is there', async () => {
  const sandbox = await machine({ qwen: LOGIN }, {}, true);
  const terminal = openTerminal(sandbox, [], { columns: 120 });
  await terminal.waitFor(QUESTION);
  terminal.send(KEYS.enter);
  await terminal.waitFor('qwen is installed, but needs you to log in first');
  await terminal.waitFor('Log in with Qwen');
  await terminal.waitFor('qwen needs you to log in.');
  expect(await written(sandbox)).toMatchObject({ defaultServer: 'qwen' });
  terminal.send(KEYS.ctrlC);
  terminal.hangUp();
  await terminal.exited;
});

test('Ctrl+C ends the wait for an agent that does not answer, and one chooses again', async () => {
  const sandbox = await machine({ gemini: { on: { initialize: [] } } }, {}, true);
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor(QUESTION);
  terminal.send(KEYS.enter);
  await terminal.waitFor('Starting gemini …');
  terminal.send(KEYS.ctrlC);
  await terminal.waitFor(/gemini was stopped while starting[^]*Which agent/);
  terminal.send(KEYS.escape);
  await leave(terminal);
  await expect(access(join(sandbox.config, 'acp.json'))).rejects.toThrow('ENOENT');
});

test.each([{ TERM: 'dumb' }, { SCREEN: 'reader' }])('with %j the agents are numbered lines', async (env) => {
  const config = env.SCREEN === undefined ? {} : { 'config/config.json': { ui: { screenReader: true } } };
  const sandbox = await machine({ gemini: {}, opencode: WORKS }, config, true);
  const terminal = openTerminal(sandbox, ['setup'], { env });
  const lines = await terminal.waitFor('Type its number');
  expect(lines).toMatch(/Which agent do you want to use\?\n1 +gemini .*\n2 +opencode .*\n3 +simse/);
  terminal.send('7\r');
  await terminal.waitFor('There is no 7.');
  terminal.send('2\r');
  expect(await terminal.exited).toBe(0);
  expect(terminal.output()).not.toContain('\u001b');
  expect(await written(sandbox)).toMatchObject({ defaultServer: 'opencode' });
});

test('`simse setup` makes a configured agent the default, and leaves the rest of acp.json as it is', async () => {
  const acp =
    '{\n  // mine\n  "servers": [\n    { "name": "one", "command": "one" },\n    { "name": "two", "command": "two" } // the better one\n  ]\n}\n';
  const sandbox = await machine({ one: WORKS, two: WORKS }, { 'config/acp.json': acp });
  const choose = async (key: string): Promise<string> => {
    const terminal = openTerminal(sandbox, ['setup']);
    await terminal.waitFor(QUESTION);
    terminal.send(key);
    terminal.send(KEYS.enter);
    expect(await terminal.exited).toBe(0);
    return readFile(join(sandbox.config, 'acp.json'), 'utf8');
  };
  expect(await choose('2')).toBe(acp.replace('\n  ]\n', '\n  ],\n  "defaultServer": "two"\n'));
  expect(await choose('3')).toContain('"defaultServer": "simse"');
});

test.each([
  ['--agent-command', ['--agent-command', 'opencode acp'], {}],
  ['--agent', ['--agent', 'simse'], {}],
  ['SIMSE_AGENT', [], { SIMSE_AGENT: 'simse' }],
  ['SIMSE_SERVER, its old name', [], { SIMSE_SERVER: 'simse' }],
  ['CI', [], { CI: 'true' }],
] as const)('%s leaves nobody to be asked', async (_title, args, env) => {
  const sandbox = await machine({ opencode: WORKS }, {}, true);
  const terminal = openTerminal(sandbox, [...args], { env });
  await leave(terminal);
  expect(terminal.transcript()).not.toContain(QUESTION);
});

test('without a terminal `simse setup` prints what there is and how to choose it', async () => {
  const sandbox = await machine({}, {}, true);
  await installAgent(join(sandbox.root, 'bin'), 'gemini');
  const brought = join(sandbox.work, 'node_modules', '.bin');
  await mkdir(brought, { recursive: true });
  await installAgent(brought, 'opencode');
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['setup']);
  expect(stdout).toMatch(/^gemini +installed +Gemini CLI +\S+bin\/gemini\nsimse +built-in/);
  expect(stderr).toContain('simse agents add <name> --default');
  expect(exitCode).toBe(0);
  const json = await runSimse(sandbox, ['setup', '--output-format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    agents: [{ name: 'gemini', kind: 'installed' }, { name: 'simse' }],
  });
});

test('with a key for a model simse itself is a coding agent to choose, and answers with it', async () => {
  const server = await modelServer({ steps: [{ text: 'hello from the model' }] });
  const sandbox = await machine({ gemini: FAILS }, {}, true);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  const terminal = openTerminal(sandbox, [], { columns: 120, env });
  const list = await terminal.waitFor(QUESTION);
  expect(list).toMatch(/2 +simse +coding agent +built in +models of openai \(1\)/);
  terminal.send('2');
  await terminal.waitFor(/› 2 +simse/);
  terminal.send(KEYS.enter);
  await terminal.waitFor('Ask anything');
  terminal.send(`hi${KEYS.enter}`);
  await terminal.waitFor('● hello from the model');
  await leave(terminal);
});
