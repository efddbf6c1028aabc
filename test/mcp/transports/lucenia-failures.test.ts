import { expect, test } from 'vitest';
import { createLuceniaTransport } from '../../../src/mcp/transports/lucenia/lucenia-transport.ts';
import { createPlainAccess } from '../../../src/mcp/transports/plain-access.ts';
import { remoteServer } from './connect-client.ts';
import { instruct } from './connect-http.ts';
import { type Connected, connect, posted, postedBy } from './connect-lucenia.ts';
import { serveFixture } from './serve-fixture.ts';

const SEARCH = { name: 'document_search', arguments: { query: 'x' } };

function search(error: object, options: object = {}): Promise<Connected> {
  return connect('lucenia-server', { failures: { document_search: { error, ...options } } });
}

test.each([
  [{ code: -32700, message: 'Parse error' }, 'Parse error'],
  [{ code: -32600, message: 'Invalid Request' }, 'Invalid Request'],
  [{ code: -32601, message: 'Method not found' }, 'Method not found'],
  [
    {
      code: -32602,
      message: 'Invalid params',
      data: { field: 'limit', reason: 'Must be a positive integer' },
    },
    'Invalid params (limit: Must be a positive integer)',
  ],
  [{ code: -32603, message: 'Internal error', data: 'out of memory' }, 'Internal error (out of memory)'],
  [{ code: -32050, message: 'Index is closed', data: { index: 'x' } }, 'Index is closed ({"index":"x"})'],
])(
  'the error %j is about the one call: it keeps its code and says what its data says',
  async (error, words) => {
    const connected = await search(error);

    await expect(connected.client.callTool(SEARCH)).rejects.toMatchObject({
      code: error.code,
      message: expect.stringContaining(words),
    });

    await expect(connected.client.ping()).resolves.toEqual({});
    expect(await postedBy(connected, 'tools/call')).toHaveLength(1);
  },
);

test('a tool that failed (-32002) is a result that says so, for the agent to read', async () => {
  const connected = await search({
    code: -32002,
    message: 'Tool execution failed',
    data: { reason: 'No index' },
  });

  expect(await connected.client.callTool(SEARCH)).toEqual({
    content: [{ type: 'text', text: 'Tool execution failed (No index)' }],
    isError: true,
  });
});

test('a tool that is gone (-32001) is not found', async () => {
  const connected = await search({ code: -32001, message: 'Tool not found' });

  await expect(connected.client.callTool(SEARCH)).rejects.toMatchObject({
    code: 'not_found',
    message: 'does not know the tool: Tool not found',
  });
  await expect(connected.client.ping()).resolves.toEqual({});
});

test.each([{ retry_after: 1.5 }, { retry_after: '1.5' }])(
  'a limit of the rate (-32003) is told with the time %j that the server asks to wait for',
  async (data) => {
    const connected = await search({ code: -32003, message: 'Rate limit exceeded', data });

    await expect(connected.client.callTool(SEARCH)).rejects.toMatchObject({
      kind: 'busy',
      retryAfterMs: 1500,
    });
    await expect(connected.client.ping()).resolves.toEqual({});
  },
);

test('HTTP 429 is a limit of the rate as well', async () => {
  const connected = await connect('lucenia-server');
  await instruct(connected, { statusOfPost: 429, headersOfPost: { 'retry-after': '7' } });

  await expect(connected.client.callTool(SEARCH)).rejects.toMatchObject({ kind: 'busy', retryAfterMs: 7000 });
});

test('a session that needs a login (-32004) ends, as one that requires a login', async () => {
  const connected = await search({ code: -32004, message: 'Authentication required' });

  await expect(connected.client.callTool(SEARCH)).rejects.toMatchObject({
    code: 'auth_required',
    message: 'requires a login: Authentication required',
  });

  await connected.closed;
  expect(connected.transport.closeError).toMatchObject({ code: 'auth_required' });
});

test('a login that is needed before the handshake is told as such', async () => {
  const error = { code: -32004, message: 'Authentication required' };

  await expect(connect('lucenia-server', { failures: { 'server/info': { error } } })).rejects.toMatchObject({
    code: 'auth_required',
  });
});

test('a session that the server has forgotten (-32000) turns away every call, then the connection ends', async () => {
  const connected = await connect('lucenia-server');
  await instruct(connected, { forgets: true });

  const outcomes = await Promise.allSettled([connected.client.callTool(SEARCH), connected.client.ping()]);

  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      reason: { kind: 'session_expired', message: 'no longer knows the session: Session not found' },
    });
  }
  await expect(connected.transport.send({ jsonrpc: '2.0', id: 99, method: 'ping' })).rejects.toMatchObject({
    kind: 'session_expired',
  });
  expect(await connected.closed).toBe('no longer knows the session: Session not found');
  expect(connected.transport.closeError).toMatchObject({ kind: 'session_expired' });
  const afterHandshake = (await posted(connected)).slice(1);
  expect(afterHandshake.flat()).toHaveLength(2);
});

test('a stream that ends takes the calls in flight with it, and none is made again', async () => {
  const connected = await connect('lucenia-server');

  await expect(connected.client.callTool({ name: 'break', arguments: {} })).rejects.toThrow(
    'Connection closed',
  );

  expect(await connected.closed).toContain('cut off the event stream');
  expect(connected.transport.closeError).toBeUndefined();
  expect(await postedBy(connected, 'tools/call')).toHaveLength(1);
});

test('a stream that the server closes ends the connection', async () => {
  const { tell, closed } = await connect('lucenia-server');

  tell({ drops: true });

  expect(await closed).toBe('closed the event stream');
});

test('a message that is refused as a whole fails the one call', async () => {
  const connected = await connect('lucenia-server');
  await instruct(connected, {
    statusOfPost: 500,
    bodyOfPost: '{"error":{"reason":"Disk is full"},"status":500}',
  });

  await expect(connected.client.callTool(SEARCH)).rejects.toMatchObject({
    code: 'mcp_failed',
    message: expect.stringContaining('Disk is full'),
  });
  await expect(connected.client.ping()).resolves.toEqual({});
});

test('Basic credentials go with every request, and wrong ones are told', async () => {
  const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`;
  const connected = await connect('lucenia-server', { authorization }, { headers: { authorization } });
  await expect(connected.client.ping()).resolves.toEqual({});

  await expect(connect('lucenia-server', { authorization })).rejects.toMatchObject({ code: 'auth_required' });
});

test.each([400, 404, 405])('a GET answered with %i suggests the newer transport', async (status) => {
  await expect(connect('lucenia-server', { status })).rejects.toMatchObject({
    kind: 'wrong_transport',
    message: expect.stringContaining('no handler found for uri'),
    hint: expect.stringMatching(
      /"transport": "http" with "url": "http:\/\/127.0.0.1:\d+\/_plugins\/_ml\/mcp"/,
    ),
  });
});

test('an entry that names the other dialect is told which one it is', async () => {
  await expect(connect('lucenia-server', {}, { dialect: 'opensearch' })).rejects.toMatchObject({
    code: 'config',
    message: 'speaks the dialect lucenia, not opensearch',
  });
});

test('a connection that is closed while the greeting is awaited leaves nothing behind', async () => {
  const { url, lines } = await serveFixture('lucenia-server', { greeting: null });
  const config = remoteServer({ transport: 'lucenia-sse', url });
  const transport = createLuceniaTransport(config, createPlainAccess(config), {
    onNoise() {},
    onDropped() {},
  });

  const starting = Promise.allSettled([transport.start()]);
  await expect.poll(() => lines).toHaveLength(1);
  await transport.close();

  expect(await starting).toMatchObject([{ status: 'rejected', reason: { message: 'was stopped' } }]);
  await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toMatchObject({ code: 'mcp_failed' });
});
