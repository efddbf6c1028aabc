import { expect, test } from 'vitest';
import { allReceived, type Connected, connectTo, ECHO, ECHOED, instruct, received } from './connect-http.ts';
import { serveFixture } from './serve-fixture.ts';

async function connect(options: object = {}, entry: object = {}): Promise<Connected> {
  const served = await serveFixture('sse-server', options);
  return { ...served, ...(await connectTo({ transport: 'sse', url: served.url, ...entry })) };
}

test.each([
  ['as it should be', {}],
  ['with CRLF and in pieces of one byte', { isCrlf: true, chunkBytes: 1 }],
  ['with 200 in place of 202', { accepts: 200 }],
])('a call is answered %s', async (_, options) => {
  const { client, noise } = await connect(options);

  await expect(client.callTool(ECHO)).resolves.toEqual(ECHOED);

  expect(noise).toEqual([]);
});

test('the headers of the entry go with the stream and with every message', async () => {
  const connected = await connect({}, { headers: { Authorization: 'Bearer secret' } });
  await connected.client.callTool(ECHO);

  for (const method of ['GET', 'initialize', 'tools/call']) {
    expect((await allReceived(connected, method))[0]?.headers, method).toMatchObject({
      authorization: 'Bearer secret',
    });
  }
});

test.each([
  'https://elsewhere.example/messages',
  '//elsewhere.example/messages',
  'file:///etc/passwd',
  'http://',
])('nothing is posted to %s, which is another origin', async (endpoint) => {
  await expect(connect({ endpoint })).rejects.toMatchObject({
    code: 'config',
    message: expect.stringMatching(/^wants messages posted to .*, another origin/),
  });
});

test.each([
  [{ status: 401 }, { code: 'auth_required' }],
  [{ status: 403 }, { code: 'config' }],
  [
    { status: 404 },
    {
      kind: 'wrong_transport',
      message: 'answered the request for its event stream with 404 Not Found',
      hint: 'Check the "url" in mcp.json; if it is right, try "transport": "http".',
    },
  ],
  [{ status: 405 }, { kind: 'wrong_transport' }],
  [{ status: 500 }, { code: 'mcp_failed' }],
  [
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' },
    {
      kind: 'wrong_transport',
      message: 'answered the request for its event stream with text/html',
    },
  ],
  [
    { status: 200, headers: { 'content-type': 'text/event-stream' }, body: ': bye\n\n' },
    { code: 'mcp_failed', message: 'ended its event stream without an address to post to' },
  ],
])('a stream that is answered %j fails for that reason', async (answer, failure) => {
  await expect(connect({ statuses: { GET: answer } })).rejects.toMatchObject(failure);
});

test('a message that is refused fails its call and leaves the connection alone', async () => {
  const connected = await connect({ statuses: { 'tools/call': { status: 500 } } });
  await expect(connected.client.callTool(ECHO)).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'answered tools/call with 500 Internal Server Error',
  });

  await instruct(connected, { statuses: {} });

  await expect(connected.client.callTool(ECHO)).resolves.toEqual(ECHOED);
});

test('a message that finds no session any more says so, and the connection ends', async () => {
  const connected = await connect({ statuses: { 'tools/call': { status: 404 } } });

  await expect(connected.client.callTool(ECHO)).rejects.toMatchObject({ kind: 'session_expired' });

  await connected.closed;
  expect(connected.transport.closeError).toMatchObject({ kind: 'session_expired' });
});

test.each([
  ['ends', { ends: true }, 'ended its event stream'],
  ['breaks', { cuts: true }, 'cut off its event stream'],
])('a stream that %s takes the connection with it, and is not opened again', async (_, command, reason) => {
  const connected = await connect({ hangs: ['tools/call'] });
  const call = connected.client.callTool(ECHO).catch((error: unknown) => error);
  await expect.poll(() => received(connected, 'tools/call')).toHaveLength(1);

  await instruct(connected, command);

  await expect(connected.closed).resolves.toBe(reason);
  await expect(call).resolves.toMatchObject({ message: expect.stringContaining('Connection closed') });
  expect(connected.transport.closeError).toBeUndefined();
  expect(await allReceived(connected, 'GET')).toHaveLength(1);
});

test('a stream that ends while nothing is asked only wants a new handshake', async () => {
  const connected = await connect();

  await instruct(connected, { ends: true });

  await connected.closed;
  expect(connected.transport.closeError).toMatchObject({ kind: 'session_expired' });
});
