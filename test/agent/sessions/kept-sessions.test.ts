import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import type { ModelServer } from '../../fixtures/model/model-server.mjs';
import { tempDir } from '../../helpers/temp-dir.ts';
import { type AgentClient, connectClient } from '../agent-client.ts';
import { modelServer } from '../model/scripted-model.ts';

const { session } = methods.agent;

interface Machine {
  server: ModelServer;
  cwd: string;
  dataDir: string;
  connect(): Promise<AgentClient>;
}

async function machine(files: Record<string, string> = {}): Promise<Machine> {
  const server = await modelServer();
  const [cwd, dataDir] = await Promise.all([tempDir(files), tempDir()]);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  return { server, cwd, dataDir, connect: () => connectClient({ cwd, dataDir, env }) };
}

const HELLO = { steps: [{ text: 'Hello ' }, { text: 'you.' }] };

test('a session is listed with its title, newest first, and only where something was said', async () => {
  const { server, cwd, connect } = await machine();
  server.add(HELLO, HELLO);
  const first = await connect();
  await first.prompt('say hello');
  const second = await connect();
  await second.prompt('say it again');
  await connect();
  const { sessions } = await second.connection.agent.request(session.list, { cwd });
  expect(sessions).toMatchObject([
    { sessionId: second.sessionId, cwd, title: 'say it again' },
    { sessionId: first.sessionId, title: 'say hello' },
  ]);
  expect(second.updates).toContainEqual({ sessionUpdate: 'session_info_update', title: 'say it again' });
});

test('a loaded session shows all that was seen, and the model knows it', async () => {
  const { server, cwd, connect } = await machine({ 'a.txt': 'alpha' });
  server.add({ steps: [{ reasoning: 'Hm.' }, { call: 'read_file', args: { path: 'a.txt' } }] }, HELLO, {
    when: 'and now?',
    steps: [{ text: 'Now this.' }],
  });
  const before = await connect();
  await before.prompt('look at a.txt');
  await before.connection.agent.request(session.close, { sessionId: before.sessionId });

  const after = await connect();
  const seen = after.updates.length;
  await after.connection.agent.request(session.load, { sessionId: before.sessionId, cwd, mcpServers: [] });
  const replayed = after.updates
    .slice(seen)
    .filter(({ sessionUpdate }) => sessionUpdate !== 'available_commands_update');
  expect(replayed).toMatchObject([
    { sessionUpdate: 'user_message_chunk', content: { text: 'look at a.txt' } },
    { sessionUpdate: 'agent_thought_chunk', content: { text: 'Hm.' } },
    { sessionUpdate: 'tool_call', title: 'Read a.txt', status: 'completed' },
    { sessionUpdate: 'agent_message_chunk', content: { text: 'Hello you.' } },
  ]);
  const { agent } = after.connection;
  const prompt = [{ type: 'text' as const, text: 'and now?' }];
  await agent.request(session.prompt, { sessionId: before.sessionId, prompt });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('alpha');
  expect(server.unused()).toBe(0);
});

test('a resumed session shows nothing again, and the model knows it', async () => {
  const { server, cwd, connect } = await machine();
  server.add(HELLO, { when: 'and now?', steps: [{ text: 'Now this.' }] });
  const before = await connect();
  await before.prompt('the word is walrus');
  await before.connection.agent.request(session.close, { sessionId: before.sessionId });
  const after = await connect();
  await after.connection.agent.request(session.resume, { sessionId: before.sessionId, cwd });
  expect(after.answer()).toBe('');
  const prompt = [{ type: 'text' as const, text: 'and now?' }];
  await after.connection.agent.request(session.prompt, { sessionId: before.sessionId, prompt });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('walrus');
});

test('a fork goes on by itself', async () => {
  const { server, cwd, connect } = await machine();
  server.add(HELLO, { steps: [{ text: 'Aside.' }] });
  const client = await connect();
  await client.prompt('the word is walrus');
  const { agent } = client.connection;
  const forked = await agent.request<{ sessionId: string }, object>('session/fork', {
    sessionId: client.sessionId,
    cwd,
    mcpServers: [],
  });
  expect(forked.sessionId).not.toBe(client.sessionId);
  await agent.request(session.prompt, {
    sessionId: forked.sessionId,
    prompt: [{ type: 'text', text: 'only here' }],
  });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('walrus');
  const { sessions } = await agent.request(session.list, {});
  expect(sessions).toHaveLength(2);
});

test('a deleted session is gone', async () => {
  const { server, cwd, connect } = await machine();
  server.add(HELLO);
  const client = await connect();
  await client.prompt('say hello');
  const { agent } = client.connection;
  await agent.request(session.delete, { sessionId: client.sessionId });
  expect(await agent.request(session.list, {})).toMatchObject({ sessions: [] });
  const load = agent.request(session.load, { sessionId: client.sessionId, cwd, mcpServers: [] });
  await expect(load).rejects.toMatchObject({ code: -32002 });
});

test('a session that another process has open is not taken over', async () => {
  const { server, cwd, connect } = await machine();
  server.add(HELLO);
  const owner = await connect();
  await owner.prompt('say hello');
  const other = await connect();
  const load = other.connection.agent.request(session.load, {
    sessionId: owner.sessionId,
    cwd,
    mcpServers: [],
  });
  await expect(load).rejects.toMatchObject({ code: -32002 });
});

test('the model and the effort that were chosen are still so when the session is loaded', async () => {
  const { server, cwd, connect } = await machine();
  server.add(HELLO);
  const before = await connect();
  const { agent } = before.connection;
  const chosen = await agent.request(session.setConfigOption, {
    sessionId: before.sessionId,
    configId: 'mode',
    value: 'plan',
  });
  expect(chosen.configOptions).toContainEqual(expect.objectContaining({ id: 'mode', currentValue: 'plan' }));
  await before.prompt('say hello');
  await before.connection.agent.request(session.close, { sessionId: before.sessionId });
  const after = await connect();
  const loaded = await after.connection.agent.request(session.load, {
    sessionId: before.sessionId,
    cwd,
    mcpServers: [],
  });
  expect(loaded?.configOptions).toContainEqual(expect.objectContaining({ id: 'mode', currentValue: 'plan' }));
});

/** What is written of the one session there is. */
async function logOf(dataDir: string): Promise<string> {
  const root = join(dataDir, 'agent', 'sessions');
  const [id = ''] = await readdir(root);
  return join(root, id, 'log.jsonl');
}

test('a session whose process died in the middle of a call goes on', async () => {
  const { server, cwd, dataDir, connect } = await machine({ 'a.txt': 'alpha' });
  server.add({ steps: [{ call: 'read_file', args: { path: 'a.txt' } }] }, HELLO);
  const before = await connect();
  await before.prompt('look at a.txt');
  await before.connection.agent.request(session.close, { sessionId: before.sessionId });
  const log = await logOf(dataDir);
  const text = await readFile(log, 'utf8');
  await writeFile(log, text.slice(0, text.indexOf('"role":"tool"')));

  server.add({ when: 'and now?', steps: [{ text: 'Now this.' }] });
  const after = await connect();
  const { agent } = after.connection;
  await agent.request(session.resume, { sessionId: before.sessionId, cwd });
  const prompt = [{ type: 'text' as const, text: 'and now?' }];
  const ended = await agent.request(session.prompt, { sessionId: before.sessionId, prompt });
  expect(ended).toMatchObject({ stopReason: 'end_turn' });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('the session ended while this was running');
});

test('a log with lines that make no sense is read without them', async () => {
  const { server, cwd, dataDir, connect } = await machine();
  server.add(HELLO, { steps: [{ text: 'Now this.' }] });
  const before = await connect();
  await before.prompt('the word is walrus');
  await before.connection.agent.request(session.close, { sessionId: before.sessionId });
  const odd = [
    { type: 'said' },
    { type: 'said', messages: [null, { role: 'user' }] },
    { type: 'shown', update: 7 },
    { type: 'turn', index: -1, turn: {} },
    { type: 'turn', index: 1e9, turn: { title: 'x', files: [] } },
    { type: 'turn', index: 0, turn: { title: 'x', files: [{ path: 1 }] } },
    { type: 'choice', model: null },
    { type: 'cost', cost: 'much' },
    { type: 'constructor' },
    [],
  ];
  const lines = odd.map((record) => `\n${JSON.stringify(record)}`).join('');
  await appendFile(await logOf(dataDir), `${lines}\n{"type":"sai`);
  const after = await connect();
  const { agent } = after.connection;
  await agent.request(session.load, { sessionId: before.sessionId, cwd, mcpServers: [] });
  const prompt = [{ type: 'text' as const, text: 'and now?' }];
  await agent.request(session.prompt, { sessionId: before.sessionId, prompt });
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('walrus');
});

test('a session that another process has open is not deleted', async () => {
  const { server, connect } = await machine();
  server.add(HELLO);
  const owner = await connect();
  await owner.prompt('say hello');
  const { agent } = (await connect()).connection;
  await expect(agent.request(session.delete, { sessionId: owner.sessionId })).rejects.toThrow(
    /open in another process/,
  );
  expect(await agent.request(session.list, {})).toMatchObject({ sessions: [{ sessionId: owner.sessionId }] });
});

test('the title of a session is what was typed, without what attached with it', async () => {
  const { server, connect } = await machine();
  server.add(HELLO);
  const client = await connect();
  await client.prompt('/init');
  const { sessions } = await client.connection.agent.request(session.list, {});
  expect(sessions).toMatchObject([{ title: '/init' }]);
});

test('a prompt of nothing but blanks is answered without the model, and what was said before stays as it is', async () => {
  const { server, connect } = await machine();
  server.add(HELLO);
  const client = await connect();
  expect(await client.prompt(' \n ')).toMatchObject({ stopReason: 'end_turn' });
  expect(client.answer()).toContain('The prompt is empty');
  expect(server.requests).toEqual([]);
  await client.prompt('', 'say hello');
  expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain('"text":""');
});
