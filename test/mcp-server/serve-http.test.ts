import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { hostNames, refuseRequest } from '../../src/mcp-server/http/http-guard.ts';
import { listenHint } from '../../src/mcp-server/http/listen-http.ts';
import { type ServeHttpOptions, serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { ownFeatures } from './own-features.ts';

const TOKEN = 'a-token-of-the-test-run';
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'script', version: '1' } },
};

async function serve(options: Partial<ServeHttpOptions> = {}): Promise<{ url: URL; port: number }> {
  const { features } = await ownFeatures();
  const listener = await serveHttp({
    version: '1',
    features,
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret: { type: 'bearer', token: TOKEN },
    ...options,
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  return { url: new URL(`${listener.origin}/mcp`), port: listener.port };
}

async function connectTo(
  url: URL,
  name = 'agent',
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
  });
  const client = new Client({ name, version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

/** The status of one request; fetch would not let a test write the Host. */
async function status(
  url: URL,
  headers: Record<string, string> = {},
  body: unknown = INITIALIZE,
  method = 'POST',
): Promise<number | undefined> {
  const sent = request(url, {
    method,
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  sent.on('error', () => {});
  sent.end(typeof body === 'string' ? body : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

test('a client lists and calls over HTTP, and its session ends when it says so', async () => {
  const { url } = await serve();
  const { client, transport } = await connectTo(url);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('library_search');
  const found = await client.callTool({ name: 'session_list', arguments: {} });
  expect(found.structuredContent).toMatchObject({ total: 2 });
  const session = String(transport.sessionId);
  await transport.terminateSession();
  expect(await status(url, { 'mcp-session-id': session }, { jsonrpc: '2.0', id: 2, method: 'ping' })).toBe(
    404,
  );
});

test.each([
  ['a foreign Host', { host: 'evil.example' }, 403],
  ['a foreign Origin', { origin: 'https://evil.example' }, 403],
  ['the Origin null', { origin: 'null' }, 403],
  ['a wrong token', { Authorization: 'Bearer guess' }, 401],
  ['no token', { Authorization: '' }, 401],
  ['a token as a password', { Authorization: `Basic ${Buffer.from(`x:${TOKEN}`).toString('base64')}` }, 401],
  ['an unknown session', { 'mcp-session-id': 'made-up' }, 404],
])('%s is refused', async (_what, headers, expected) => {
  const { url } = await serve();
  expect(await status(url, headers)).toBe(expected);
});

test('its own pages may use it, and other names where they are allowed', async () => {
  const { url, port } = await serve({
    allowedHosts: ['Agents.example'],
    allowedOrigins: ['https://agents.example'],
  });
  expect(await status(url, { origin: `http://localhost:${port}` })).toBe(200);
  expect(await status(url, { host: `localhost:${port}` })).toBe(200);
  expect(await status(url, { host: 'agents.example', origin: 'https://agents.example' })).toBe(200);
});

test('who comes by another name or page is told what lets it in', () => {
  const guard = { hosts: new Set(['simse.example']), origins: new Set<string>(), secret: null };
  expect(refuseRequest({ host: 'agents.example' }, guard)?.message).toContain('--allow-host');
  const page = { host: 'simse.example', origin: 'https://agents.example' };
  expect(refuseRequest(page, guard)?.message).toContain('--allow-origin');
});

test('the port that is not written is part of no name', () => {
  expect(hostNames('127.0.0.1', 80)).toEqual(['127.0.0.1', 'localhost', '[::1]']);
  expect(hostNames('agents.example', 80)).toEqual(['agents.example']);
});

test('the case of a name does not count', () => {
  expect(hostNames('MyHost', 8000, ['Agents.example'])).toEqual(['myhost:8000', 'agents.example']);
});

test('a server on every address is reached on this machine as any other', () => {
  expect(hostNames('0.0.0.0', 8000)).toEqual([
    '0.0.0.0:8000',
    '127.0.0.1:8000',
    'localhost:8000',
    '[::1]:8000',
  ]);
  expect(hostNames('::', 8000)).toContain('localhost:8000');
});

test('what is no message is refused, and the server goes on', async () => {
  const { url } = await serve();
  expect(await status(url, {}, '{"jsonrpc":')).toBe(400);
  expect(await status(url, {}, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).toBe(400);
  expect(await status(new URL('/other', url))).toBe(404);
  expect(await status(url, {}, `"${'x'.repeat(10 * 1024 * 1024)}"`)).toBe(413);
  expect(await status(url)).toBe(200);
});

test('a client that breaks off in the middle of a request leaves nothing behind', async () => {
  const { url, port } = await serve();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Length: 1000\r\n\r\n{"json`,
  );
  socket.destroy();
  expect(await status(url)).toBe(200);
});

test('a body that comes too slowly is given up, and nobody else waits for it', async () => {
  const { url, port } = await serve({ requestMs: 400 });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'Content-Length: 1000',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{"json`);
  expect(await status(url)).toBe(200);
  await once(socket, 'close');
  expect(answer).toContain('408 Request Timeout');
  expect(await status(url)).toBe(200);
});

test('a session that nobody uses ends', async () => {
  const { url } = await serve({ idleMs: 20 });
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(INITIALIZE),
  });
  await answer.text();
  const session = answer.headers.get('mcp-session-id') ?? '';
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
  expect(session).not.toBe('');
  await expect.poll(() => status(url, { 'mcp-session-id': session }, ping), { interval: 100 }).toBe(404);
});

test('two clients at once each get their own answers and nothing of the other', async () => {
  const { url } = await serve();
  const both = await Promise.all(['one', 'two'].map((name) => connectTo(url, name)));
  const shelved = await Promise.all(
    both.flatMap(({ client }, index) =>
      Array.from({ length: 20 }, (_, number) =>
        client.callTool({ name: 'library_shelve', arguments: { topic: 't', text: `${index} ${number}` } }),
      ),
    ),
  );
  const sources = shelved.map(({ structuredContent }) => (structuredContent as { source: string }).source);
  expect(sources).toEqual([...Array(20).fill('one'), ...Array(20).fill('two')]);
});

test('an address that is taken is said, with what to do', async () => {
  const { port } = await serve();
  await expect(serve({ port })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`${port}`),
    hint: expect.stringContaining('Another program'),
  });
});

test('an address of another machine is refused as that, not as taken', async () => {
  await expect(serve({ host: '192.0.2.1' })).rejects.toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('an address of this machine'),
  });
});

test.each([
  ['EADDRINUSE', 'Another program has the port'],
  ['EACCES', 'below 1024'],
  ['EADDRNOTAVAIL', 'an address of this machine'],
  ['ENOTFOUND', 'an address of this machine'],
])('a failure to listen with %s says what to do', (code, words) => {
  expect(listenHint(Object.assign(new Error('listen failed'), { code }))).toContain(words);
});
