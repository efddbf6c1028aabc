import { once } from 'node:events';
import { get } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { expect, onTestFinished, test } from 'vitest';
import { type ServeHttpOptions, serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { ownFeatures } from './own-features.ts';
import { createTestTools } from './test-tools.ts';

const TOKEN = 'a-token-of-the-test-run';
const AUTH = { Authorization: `Bearer ${TOKEN}` };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function serve(options: Partial<ServeHttpOptions> = {}): Promise<string> {
  const listener = await serveHttp({
    version: '1',
    features: options.features ?? (await ownFeatures()).features,
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret: { type: 'bearer', token: TOKEN },
    sseMessage: { rateLimit: 100 },
    ...options,
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  return listener.origin;
}

/** The SDK's own client of the older transport. */
async function connect(origin: string, name = 'old'): Promise<Client> {
  const client = new Client({ name, version: '1' });
  const transport = new SSEClientTransport(new URL('/sse', origin), { requestInit: { headers: AUTH } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

/** An open stream, and where it says that messages are posted to. */
async function openStream(origin: string): Promise<{ endpoint: string; leave(): void }> {
  const request = get(`${origin}/sse`, { headers: AUTH });
  onTestFinished(() => void request.destroy());
  const [response] = await once(request, 'response');
  response.on('error', () => {});
  const [first] = await once(response.setEncoding('utf8'), 'data');
  const endpoint = /^event: endpoint\ndata: (.+)\n\n$/.exec(first)?.[1] ?? '';
  return { endpoint: new URL(endpoint, origin).href, leave: () => void request.destroy() };
}

async function post(url: string, body: unknown, headers: Record<string, string> = AUTH) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test('a client of old lists, calls and reads', async () => {
  const client = await connect(await serve());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('library_search');
  const found = await client.callTool({ name: 'session_list', arguments: {} });
  expect(found.structuredContent).toMatchObject({ total: 2 });
  const { contents } = await client.readResource({ uri: 'simse://sessions' });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('bbb222') });
});

test('two clients of old each get their own answers, and are known by their names', async () => {
  const origin = await serve();
  const both = await Promise.all(['one', 'two'].map((name) => connect(origin, name)));
  const shelved = await Promise.all(
    both.flatMap((client, index) =>
      Array.from({ length: 10 }, (_, number) =>
        client.callTool({ name: 'library_shelve', arguments: { topic: 't', text: `${index} ${number}` } }),
      ),
    ),
  );
  const sources = shelved.map(({ structuredContent }) => (structuredContent as { source: string }).source);
  expect(sources).toEqual([...Array(10).fill('one'), ...Array(10).fill('two')]);
});

test('a client of old that goes away in the middle of a call cancels it, and its session is gone', async () => {
  const { features, waiting, cancelled } = createTestTools();
  const origin = await serve({ features });
  const { endpoint, leave } = await openStream(origin);
  const params = { name: 'wait', arguments: { name: 'a' } };
  expect(await post(endpoint, { ...PING, method: 'tools/call', params })).toMatchObject({ status: 202 });
  await expect.poll(() => waiting.size).toBe(1);
  leave();
  await expect.poll(() => cancelled).toEqual(['a']);
  expect((await post(endpoint, PING)).status).toBe(404);
});

test('what is no message for an open session is refused, and the session goes on', async () => {
  const origin = await serve();
  const { endpoint } = await openStream(origin);
  expect(await post(`${origin}/messages`, PING)).toMatchObject({ status: 404 });
  expect(await post(`${origin}/messages?sessionId=made-up`, PING)).toMatchObject({ status: 404 });
  expect(await post(endpoint, '{"jsonrpc":')).toEqual({
    status: 400,
    text: expect.stringContaining('-32700'),
  });
  expect(await post(endpoint, { hello: 1 })).toEqual({
    status: 400,
    text: expect.stringContaining('-32600'),
  });
  expect(await post(endpoint, `"${'x'.repeat(10 * 1024 * 1024)}"`)).toMatchObject({ status: 413 });
  expect(await post(endpoint, PING)).toEqual({ status: 202, text: 'Accepted' });
});

test('without the token, and from pages of other sites, neither address answers', async () => {
  const origin = await serve();
  const { endpoint } = await openStream(origin);
  expect((await post(endpoint, PING, {})).status).toBe(401);
  expect((await fetch(`${origin}/sse`)).status).toBe(401);
  const foreign = { ...AUTH, origin: 'null' };
  expect((await post(endpoint, PING, foreign)).status).toBe(403);
  expect((await fetch(`${origin}/sse`, { headers: foreign })).status).toBe(403);
});

test('the older ways are there only where they are asked for', async () => {
  const listener = await serveHttp({
    version: '1',
    features: createTestTools().features,
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret: null,
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  for (const path of ['/sse', '/messages', '/_plugins/_ml/mcp/sse'])
    expect((await fetch(listener.origin + path)).status).toBe(404);
});
