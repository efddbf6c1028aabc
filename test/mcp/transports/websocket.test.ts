import { expect, test } from 'vitest';
import { createWebSocketTransport } from '../../../src/mcp/transports/websocket-transport.ts';
import { accessWith, type ConnectedClient, connectClient, remoteServer } from './connect-client.ts';
import { serveFixture } from './serve-fixture.ts';

interface Wishes {
  headers?: Record<string, string>;
  healthMs?: number;
}

function connect(url: string, { headers = {}, healthMs }: Wishes = {}): Promise<ConnectedClient> {
  const config = remoteServer({ transport: 'websocket', url });
  return connectClient((notes) => createWebSocketTransport(config, accessWith(headers), notes, healthMs));
}

function call({ client }: ConnectedClient, name: string, args: Record<string, unknown> = {}) {
  return client.callTool({ name, arguments: args });
}

test('the handshake carries the headers of the entry and asks for the subprotocol mcp', async () => {
  const { url, lines } = await serveFixture('websocket-server', { token: 'secret' });

  const { client } = await connect(url, { headers: { authorization: 'Bearer secret' } });

  await expect(client.ping()).resolves.toBeDefined();
  await expect
    .poll(() => lines)
    .toMatchObject([{ handshake: { authorization: 'Bearer secret', 'sec-websocket-protocol': 'mcp' } }]);
});

test.each([
  [
    { token: 'secret' },
    { code: 'auth_required', message: 'requires a login: it answered the handshake with 401 Unauthorized' },
  ],
  [
    { status: 302, headers: { location: 'ws://elsewhere.example/mcp?token=1' } },
    { code: 'config', message: 'redirects to ws://elsewhere.example/mcp' },
  ],
  [{ status: 403 }, { code: 'config', message: 'answered the handshake with 403 Forbidden' }],
  [{ status: 404 }, { kind: 'wrong_transport', message: 'answered the handshake with 404 Not Found' }],
  [{ status: 426 }, { kind: 'wrong_transport', hint: expect.stringContaining('"transport": "http"') }],
  [{ status: 200 }, { kind: 'wrong_transport', message: 'answered the handshake with 200 OK' }],
  [{ status: 500 }, { code: 'mcp_failed', message: 'answered the handshake with 500 Internal Server Error' }],
  [
    { status: 503, headers: { 'retry-after': 7 } },
    { kind: 'busy', retryAfterMs: 7000 },
  ],
  [
    { subprotocol: false },
    { kind: 'wrong_transport', message: expect.stringContaining('did not accept the subprotocol mcp') },
  ],
])('a handshake that is answered %j fails for that reason', async (options, failure) => {
  const { url, lines } = await serveFixture('websocket-server', options);

  await expect(connect(url)).rejects.toMatchObject(failure);

  await expect.poll(() => lines).toHaveLength(1);
});

test('a certificate that nobody vouches for is refused, with the way to trust it', async () => {
  const { url, lines } = await serveFixture('websocket-server', { tls: true });

  await expect(connect(url)).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('its certificate is self-signed'),
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(lines).toEqual([]);
});

test('an address where nobody listens, or that is none, is told at once', async () => {
  const { url } = await serveFixture('websocket-server');
  const unused = url.replace(/:\d+/, ':1');

  await expect(connect(unused)).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'cannot be reached: connection refused (127.0.0.1:1)',
  });
  await expect(connect('ftp://localhost/')).rejects.toMatchObject({ code: 'config' });
});

test.each([
  [1000, '', 'closed the connection'],
  [1011, 'out of memory\u001b[2J', 'closed the connection (1011 internal error): out of memory'],
  [1012, '', 'closed the connection (1012 service restart)'],
  [4999, 'go', 'closed the connection (4999): go'],
])('a connection that the server closes with %i ends for that reason', async (code, reason, told) => {
  const { url } = await serveFixture('websocket-server');
  const connected = await connect(url);

  await expect(call(connected, 'close', { code, reason })).rejects.toThrow('Connection closed');

  expect(await connected.closed).toBe(told);
});

test('a server that answers no ping is given up', async () => {
  const { url } = await serveFixture('websocket-server', { pong: false });

  const { closed } = await connect(url, { healthMs: 50 });

  expect(await closed).toBe('did not respond for 0.05 s');
});

test('a server that answers pings is kept, however quiet it is', async () => {
  const { url, lines } = await serveFixture('websocket-server');
  const connected = await connect(url, { healthMs: 250 });

  await expect.poll(() => lines.filter((line) => 'ping' in line).length).toBeGreaterThan(2);

  await expect(call(connected, 'echo')).resolves.toBeDefined();
});

test('what is no message is reported and skipped, and a batch is taken apart', async () => {
  const { url } = await serveFixture('websocket-server');
  const connected = await connect(url);

  expect(await call(connected, 'noise')).toMatchObject({ content: [{ text: 'after noise' }] });
  expect(await call(connected, 'batch')).toMatchObject({ content: [{ text: 'in a batch' }] });

  expect(connected.noise).toEqual(['not a message: hello', 'not a message: 7', 'not a message: ["a"]']);
});

test('a message over the limit ends the connection', async () => {
  const { url } = await serveFixture('websocket-server');
  const connected = await connect(url);

  await expect(call(connected, 'large', { bytes: 33 * 1024 * 1024 })).rejects.toThrow('Connection closed');

  expect(await connected.closed).toBe('sent a message of over 32 MB, which ended the connection');
});

test('a connection that is closed while it is being made leaves nothing behind', async () => {
  const { url, lines } = await serveFixture('websocket-server', { silent: true });
  const config = remoteServer({ transport: 'websocket', url });
  const transport = createWebSocketTransport(config, accessWith(), { onNoise() {}, onDropped() {} });

  const starting = Promise.allSettled([transport.start()]);
  await expect.poll(() => lines).toHaveLength(1);
  await transport.close();

  expect(await starting).toMatchObject([{ status: 'rejected', reason: { code: 'cancelled' } }]);
  await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toMatchObject({ code: 'mcp_failed' });
});
