import { expect, test } from 'vitest';
import { MESSAGE_LIMIT_BYTES } from '../../../src/core/rpc/message-bounds.ts';
import { allReceived, connect, connectTo, ECHO, ECHOED, instruct, received } from './connect-http.ts';
import { serveFixture } from './serve-fixture.ts';

const text = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body });
const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

test.each([
  [
    { status: 401 },
    {
      code: 'auth_required',
      message: 'requires a login: it answered initialize with 401 Unauthorized',
      hint: 'Run `simse mcp login fixture`, or set "auth" or "headers" of the server in mcp.json.',
    },
  ],
  [
    { status: 403, ...json({ error: 'forbidden', error_description: 'not \u001b[31myou' }) },
    {
      code: 'config',
      message: 'answered initialize with 403 Forbidden: not you',
      hint: 'The credentials that simse sends give no access to this server.',
    },
  ],
  [
    { status: 404, ...text('no such page') },
    {
      kind: 'wrong_transport',
      code: 'config',
      message: 'answered initialize with 404 Not Found: no such page',
      hint: 'Check the "url" in mcp.json; if it is right, try "transport": "sse".',
    },
  ],
  [
    { status: 405, headers: { 'content-type': 'text/html' }, body: '<html>no</html>' },
    { kind: 'wrong_transport', message: 'answered initialize with 405 Method Not Allowed' },
  ],
  [
    { status: 400, ...json({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'too old' } }) },
    { kind: 'wrong_transport', message: 'answered initialize with 400 Bad Request: too old' },
  ],
  [
    { status: 500, ...json({ error: { message: 'the disk is full' } }) },
    { code: 'mcp_failed', message: 'answered initialize with 500 Internal Server Error: the disk is full' },
  ],
  [
    { status: 429, headers: { 'retry-after': '7' } },
    {
      kind: 'busy',
      code: 'mcp_failed',
      retryAfterMs: 7000,
      message: 'answered initialize with 429 Too Many Requests; it asks to wait 7 s',
    },
  ],
  [
    { status: 503, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } },
    { kind: 'busy', message: expect.stringMatching(/it asks to wait \d+ s$/) },
  ],
  [
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' },
    {
      code: 'protocol',
      message: 'answered initialize with text/html that does not answer it',
      hint: expect.stringContaining('the "url" in mcp.json'),
    },
  ],
  [{ status: 202 }, { code: 'mcp_failed', message: 'ended its stream without an answer to initialize' }],
])('a handshake that is answered %j fails for that reason', async (answer, failure) => {
  await expect(connect({ statuses: { initialize: answer } })).rejects.toMatchObject(failure);
});

test.each([
  [401, { code: 'auth_required' }],
  [403, { code: 'mcp_failed', message: 'answered tools/call with 403 Forbidden' }],
  [404, { code: 'mcp_failed', message: 'answered tools/call with 404 Not Found' }],
  [429, { kind: 'busy' }],
  [500, { code: 'mcp_failed', message: 'answered tools/call with 500 Internal Server Error' }],
])('a call that is answered with %i fails, and is not sent again', async (status, failure) => {
  const connected = await connect({ isStateless: true, statuses: { 'tools/call': { status } } });

  await expect(connected.client.callTool(ECHO)).rejects.toMatchObject(failure);

  await expect.poll(() => received(connected, 'tools/call')).toHaveLength(1);
});

test('a call that fails with a status leaves the connection alone', async () => {
  const connected = await connect({ statuses: { 'tools/call': { status: 500 } } });
  await expect(connected.client.callTool(ECHO)).rejects.toThrow('500');

  await instruct(connected, { statuses: {} });

  await expect.poll(() => connected.client.callTool(ECHO).catch(() => null)).toEqual(ECHOED);
});

test.each([307, 308])('a redirect with %i within the origin is followed', async (status) => {
  const connected = await connect({ statuses: { '/mcp': { status, headers: { location: '/mcp/moved' } } } });

  await expect(connected.client.callTool(ECHO)).resolves.toEqual(ECHOED);

  expect(await allReceived(connected, 'tools/call')).toMatchObject([
    { path: '/mcp' },
    { path: '/mcp/moved' },
  ]);
});

test('a redirect that would lose a message is not followed, and names the new address', async () => {
  const statuses = { '/mcp': { status: 301, headers: { location: '/mcp/moved?token=secret' } } };

  const error: unknown = await connect({ statuses }).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({
    code: 'config',
    message: expect.stringMatching(
      /^redirects to http:\/\/127\.0\.0\.1:\d+\/mcp\/moved, with 301, which loses a POST$/,
    ),
    hint: 'If the server has moved there, set it as "url" in mcp.json.',
  });
});

test('a redirect to another origin is not followed, and nothing is sent there', async () => {
  const elsewhere = await serveFixture('http-server');
  const statuses = { '/mcp': { status: 307, headers: { location: elsewhere.url } } };
  const entry = { headers: { authorization: 'Bearer secret' } };

  await expect(connect({ statuses }, entry)).rejects.toMatchObject({
    code: 'config',
    message: `redirects to ${elsewhere.url}, another origin, where credentials are not sent`,
  });

  expect(elsewhere.lines).toEqual([]);
});

test('a redirect that never ends is given up', async () => {
  const statuses = { '/mcp': { status: 308, headers: { location: '/mcp' } } };

  await expect(connect({ statuses })).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('the last of over 5 redirects'),
  });
});

test('a call that hangs ends when its caller gives up, and frees its connection', async () => {
  const connected = await connect({ hangs: ['tools/call'], isStateless: true });
  const ending = new AbortController();

  const call = connected.client.callTool(ECHO, undefined, { signal: ending.signal });
  await expect.poll(() => received(connected, 'tools/call')).toHaveLength(1);
  ending.abort(new Error('enough'));

  await expect(call).rejects.toThrow('enough');
  await expect.poll(() => received(connected, 'notifications/cancelled')).toHaveLength(1);
  await expect.poll(() => received(connected, 'hung up')).toHaveLength(1);
  await expect(connected.client.ping()).resolves.toBeDefined();
});

test('an answer that breaks off fails its call, which is not sent again', async () => {
  const connected = await connect({ breaks: ['tools/call'] });

  await expect(connected.client.callTool(ECHO)).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'cut off its answer to tools/call',
  });

  await expect(connected.client.ping()).resolves.toBeDefined();
  expect(await allReceived(connected, 'tools/call')).toHaveLength(1);
});

test.each([
  ['on its stream', { answers: 'nowhere' }],
  ['after it was accepted', { answers: 'elsewhere' }],
])('a call fails that can get no answer any more, neither %s nor on another', async (_, options) => {
  const { client } = await connect({ ...options, hasNoStream: true });

  await expect(client.callTool(ECHO)).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'ended its stream without an answer to tools/call',
  });
});

test('an answer that cannot be continued is lost, and the call says why', async () => {
  const connected = await connect({ resume: { retryMs: 10 } });
  await expect.poll(() => received(connected, 'GET')).toHaveLength(1);
  await instruct(connected, { statuses: { GET: { status: 405 } } });

  await expect(connected.client.callTool(ECHO)).rejects.toMatchObject({
    code: 'mcp_failed',
    message:
      'lost the answer to tools/call: it answered the request for a stream with 405 Method Not Allowed',
  });
});

test('an answer that brings nothing new is asked for a few times only', async () => {
  const connected = await connect({ resume: { retryMs: 5 } });
  await expect.poll(() => received(connected, 'GET')).toHaveLength(1);
  await instruct(connected, { statuses: { GET: { status: 503 } } });

  await expect(connected.client.callTool(ECHO)).rejects.toThrow(/^lost the answer to tools\/call: .* 503/);

  expect(await allReceived(connected, 'GET')).toHaveLength(7);
});

test('a standing stream that stays away ends the connection', async () => {
  const connected = await connect({ standingRetryMs: 5 });
  await expect.poll(() => received(connected, 'GET')).toHaveLength(1);

  await instruct(connected, { statuses: { GET: { status: 502 } }, cuts: true });

  await expect(connected.closed).resolves.toBe('answered the request for a stream with 502 Bad Gateway');
});

test('a standing stream that cannot be had is told once, and the server used without', async () => {
  const { client, noise } = await connect({ statuses: { GET: { status: 418, ...text('teapot') } } });

  await expect(client.callTool(ECHO)).resolves.toEqual(ECHOED);

  expect(noise).toEqual([]);
});

test('a message over the limit fails the call that it answers, and no other', async () => {
  const { client, noise } = await connect({ padBytes: MESSAGE_LIMIT_BYTES });

  const outcomes = await Promise.allSettled([client.callTool(ECHO), client.ping()]);

  expect(outcomes).toMatchObject([
    {
      status: 'rejected',
      reason: { code: 'limit', message: 'sent a message of 32 MB, which was dropped; the limit is 32 MB' },
    },
    { status: 'fulfilled' },
  ]);
  expect(noise).toEqual([]);
});

test('an address where nobody listens is told in words', async () => {
  await expect(connectTo({ transport: 'http', url: 'http://127.0.0.1:1/mcp' })).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'cannot be reached: connection refused (127.0.0.1:1)',
  });
});
