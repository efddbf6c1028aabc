import { type McpServer, methods } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { Bridge } from '../../src/core/ports/bridge.ts';
import { canSeeProcesses, liveProcesses } from '../helpers/processes.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { fakeServers, resource, tool } from '../mcp/fake-servers.ts';
import { bridgeOver, bridgeTo, httpEntry } from '../mcp/open-bridge.ts';
import { fixture, startHost } from '../mcp/start-host.ts';
import { connectClient, program } from './agent-client.ts';

async function connect(mcpServers: McpServer[], choose = 'allow_always') {
  return connectClient({ cwd: await tempDir(), mcpServers, choose });
}

test('tools of every server are listed by their qualified names', async () => {
  const client = await connect([program('everyday', 'everyday.mjs')]);
  await client.prompt('tools');
  const lines = client.answer().split('\n');
  expect(lines.slice(0, 3)).toEqual([
    '| Tool | Description |',
    '|---|---|',
    '| `everyday/echo` | the tool echo |',
  ]);
  expect(lines).toHaveLength(27);
  expect(client.questions).toEqual([]);
});

test('a tool is called, and asked about once for the session', async () => {
  const client = await connect([program('everyday', 'everyday.mjs')]);
  await client.prompt('call everyday/echo {"message":"hi"}');
  expect(JSON.parse(client.answer())).toEqual({ tool: 'echo', args: { message: 'hi' } });
  expect(client.calls()).toMatchObject([
    {
      name: 'everyday/echo',
      title: 'everyday/echo {"message":"hi"}',
      kind: 'other',
      rawInput: { tool: 'everyday/echo', arguments: { message: 'hi' } },
      status: 'completed',
    },
  ]);
  await client.prompt('call everyday/echo');
  expect(client.questions).toMatchObject([{ toolCall: { title: 'everyday/echo {"message":"hi"}' } }]);
});

test('a tool that is refused is not called', async () => {
  const client = await connect([program('everyday', 'everyday.mjs')], 'reject_once');
  await client.prompt('call everyday/grow {"count":1}');
  expect(client.answer()).toBe('Not allowed.');
});

test.each([
  ['call everyday/fail', 'Failed: the disk is full'],
  ['call everyday/refuse', 'Failed: no such city'],
])('%s fails with what the server says', async (prompt, answer) => {
  const client = await connect([program('everyday', 'everyday.mjs')]);
  await client.prompt(prompt);
  expect(client.answer()).toBe(answer);
  expect(client.calls()).toMatchObject([{ status: 'failed' }]);
});

test('a result of several kinds is answered as text, with its structure where no text has it, and kept whole with the tool call', async () => {
  const client = await connect([program('everyday', 'everyday.mjs')]);
  await client.prompt('call everyday/blocks');
  expect(client.answer()).toBe('hello\n[image image/png]\n[a](file:///a.txt)\ninside\n{\n  "answer": 42\n}');
  const [call] = client.calls() as { content: { content: { type: string } }[] }[];
  const kinds = call?.content.map(({ content }) => content.type);
  expect(kinds).toEqual(['text', 'image', 'resource_link', 'resource', 'text']);
});

test('a tool that is not there fails with what was probably meant', async () => {
  const client = await connect([program('everyday', 'everyday.mjs')]);
  await client.prompt('call everyday/ecko');
  expect(client.answer()).toBe('Failed: there is no tool everyday/ecko\n\nDid you mean everyday/echo?');
});

test('a server that does not start costs the others nothing, and its last words are told', async () => {
  const client = await connect([program('broken', 'exit-at-once.mjs'), program('everyday', 'everyday.mjs')]);
  await client.prompt('tools');
  expect(client.answer()).toContain('`everyday/echo`');
  expect(client.answer()).toMatch(/These servers did not answer:\n\n- broken: exited with code \d+: .+/);
});

test('one malformed tool costs the others nothing', async () => {
  const client = await connect([program('odd', 'bad-list.mjs')]);
  await client.prompt('tools');
  expect(client.answer()).toContain('| `odd/');
});

test('cancelling gives up a call that is never answered', async () => {
  const client = await connect([program('silent', 'silent-calls.mjs')]);
  const turn = client.prompt('call silent/echo');
  await expect.poll(() => client.questions).toHaveLength(1);
  await client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
});

test('cancelling does not wait for a server that never finishes its start', async () => {
  const client = await connect([program('silent', 'silent.mjs')]);
  const turn = client.prompt('tools');
  await expect.poll(() => client.calls()).toMatchObject([{ status: 'in_progress' }]);
  await client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
});

test('a server that ended is started again when it is needed', async () => {
  const client = await connect([program('crash-after', 'crash-after.mjs', ['0'])]);
  await client.prompt('call crash-after/echo');
  expect(client.answer()).toMatch(/^Failed: exited with code 3/);
  await client.prompt('tools');
  expect(client.answer()).toContain('`crash-after/echo`');
});

test('a program gets the variables it was given and none of the secrets around it', async () => {
  const client = await connect([program('everyday', 'everyday.mjs', [], { TOKEN: 'given' })]);
  await client.prompt('call everyday/environment');
  const environment = JSON.parse(client.answer()) as Record<string, string>;
  expect(environment['TOKEN']).toBe('given');
  expect(Object.keys(environment)).not.toContain('AGENT_SECRET');
});

test.skipIf(!canSeeProcesses)('closing the session ends its servers', async () => {
  const marker = `marker-${process.pid}`;
  const client = await connect([program('everyday', 'everyday.mjs', [], { MARKER: marker })]);
  await client.prompt('tools');
  expect(await liveProcesses(marker)).toHaveLength(1);
  await client.connection.agent.request(methods.agent.session.close, { sessionId: client.sessionId });
  expect(await liveProcesses(marker)).toEqual([]);
});

test("behind simse's bridge tools have the names of their servers, and the gate asks instead of the agent", async () => {
  const { host } = await startHost([fixture('everyday'), fixture('huge-line')]);
  const bridge = await bridgeTo(host);
  const client = await connect([toAcp(bridge)]);
  await client.prompt('call everyday/echo {"message":"hi"}');
  expect(JSON.parse(client.answer())).toEqual({ tool: 'echo', args: { message: 'hi' } });
  await client.prompt('tools');
  expect(client.answer()).toContain('| `huge-line/echo` |');
  expect(client.questions).toEqual([]);
});

test('a call behind the bridge waits for the server that it names, and for no other', async () => {
  const servers = fakeServers();
  servers.catalogue.ready = () => new Promise(() => {});
  const client = await connect([toAcp(await bridgeOver(servers))]);
  const since = performance.now();
  const turn = client.prompt('call a/b');
  await expect.poll(() => client.calls()).toMatchObject([{ status: 'in_progress' }]);
  servers.tools = [tool('a/b')];
  servers.change();
  await turn;
  expect(client.answer()).toBe('a/b');
  expect(performance.now() - since).toBeLessThan(6000);
});

test('what the bridge gives beside tools is there, too: resources are listed and read', async () => {
  const servers = fakeServers({ tools: [tool('a/b')], resources: [resource('files', 'note://1')] });
  const client = await connect([toAcp(await bridgeOver(servers))]);
  await client.prompt('tools');
  expect(client.answer()).toContain('| `simse/list_resources` |');
  await client.prompt('call simse/read_resource {"server":"files","uri":"note://1"}');
  expect(client.answer()).toMatch(/files has note:\/\/1$/);
  expect(client.questions).toEqual([]);
});

test('the bridge is told which tool call a call is for, and hears when it is given up', async () => {
  const heard: unknown[] = [];
  const servers = fakeServers({
    tools: [tool('a/slow')],
    call: (_name, _args, options) =>
      new Promise((_resolve, reject) => {
        heard.push(options?.toolCallId);
        options?.signal?.addEventListener('abort', () => {
          heard.push('given up');
          reject(new SimseError('cancelled', 'given up'));
        });
      }),
  });
  const client = await connect([toAcp(await bridgeOver(servers))]);
  const turn = client.prompt('call a/slow');
  await expect.poll(() => heard).toEqual(['call_1']);
  await client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  await expect.poll(() => heard).toEqual(['call_1', 'given up']);
});

test('how far a server says it is shows with the tool call, until there is a result', async () => {
  const client = await connect([program('everyday', 'everyday.mjs')]);
  await client.prompt('call everyday/progress');
  expect(JSON.stringify(client.updates)).toContain('1 of 3: step 1');
  expect(client.calls()).toMatchObject([{ status: 'completed', content: [{ content: { text: 'done' } }] }]);
});

test('a server that is only named simse is asked about', async () => {
  const client = await connect([program('simse', 'everyday.mjs')], 'reject_once');
  await client.prompt('call simse/echo');
  expect(client.answer()).toBe('Not allowed.');
});

test('a server over a transport that is not supported is reported, the others work', async () => {
  const sse: McpServer = { type: 'sse', name: 'old', url: 'http://127.0.0.1:1/sse', headers: [] };
  const gone: McpServer = { type: 'http', name: 'gone', url: 'http://127.0.0.1:1/mcp', headers: [] };
  const client = await connect([sse, gone, program('everyday', 'everyday.mjs')]);
  await client.prompt('tools');
  expect(client.answer()).toContain('- old: the transport sse is not supported');
  expect(client.answer()).toContain('- gone: cannot be reached: connection refused (127.0.0.1:1)');
  expect(client.answer()).toContain('`everyday/echo`');
});

function toAcp(bridge: Bridge): McpServer {
  const { name, url, headers } = httpEntry(bridge);
  return {
    type: 'http',
    name,
    url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  };
}
