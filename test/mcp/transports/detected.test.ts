import { expect, test } from 'vitest';
import { allReceived, connectTo, ECHO, ECHOED } from './connect-http.ts';
import { serveFixture } from './serve-fixture.ts';

test('a server that takes no POST is spoken to by HTTP+SSE, when only its address was known', async () => {
  const served = await serveFixture('sse-server');

  const { client, transport } = await connectTo({ transport: 'http', detected: true, url: served.url });

  await expect(client.callTool(ECHO)).resolves.toEqual(ECHOED);
  expect(transport.detectedAs).toBe('sse');
  expect(await allReceived(served, 'initialize')).toMatchObject([{ path: '/sse' }, { path: '/messages' }]);
});

test('a server that has no stream is spoken to by Streamable HTTP, when only its address was known', async () => {
  const served = await serveFixture('http-server', { hasNoStream: true });

  const { client } = await connectTo({ transport: 'sse', detected: true, url: served.url });

  await expect(client.callTool(ECHO)).resolves.toEqual(ECHOED);
});

test('a transport that the entry names is not replaced', async () => {
  const { url } = await serveFixture('sse-server');

  await expect(connectTo({ transport: 'http', url })).rejects.toMatchObject({
    message: 'answered initialize with 405 Method Not Allowed',
    hint: 'Check the "url" in mcp.json; if it is right, try "transport": "sse".',
  });
});

test('an address where neither is spoken is told with both answers', async () => {
  const { url } = await serveFixture('sse-server');

  await expect(connectTo({ transport: 'http', detected: true, url: `${url}/no` })).rejects.toMatchObject({
    code: 'config',
    message:
      'does not speak MCP at this address: it answered initialize with 404 Not Found, and answered the request for its event stream with 404 Not Found',
    hint: 'Check the "url" in mcp.json.',
  });
});

test('a login that is wanted is no reason to try another transport', async () => {
  const served = await serveFixture('http-server', { statuses: { initialize: { status: 401 } } });

  await expect(connectTo({ transport: 'http', detected: true, url: served.url })).rejects.toMatchObject({
    code: 'auth_required',
  });

  expect(await allReceived(served, 'GET')).toEqual([]);
});

test('a connection that was opened the other way is closed that way', async () => {
  const served = await serveFixture('sse-server');
  const { transport, closed } = await connectTo({ transport: 'http', detected: true, url: served.url });

  served.tell({ cuts: true });

  await expect(closed).resolves.toBe('cut off its event stream');
  expect(transport.closeReason()).toBe('cut off its event stream');
});
