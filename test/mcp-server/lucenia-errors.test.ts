import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openSession, postTo, requestStream, serveLucenia } from './lucenia-client.ts';

const ping = { jsonrpc: '2.0', id: 'p', method: 'server/ping' };

test.each([
  [-32700, 'a body that is no JSON', 400, '{"session_id": "x", "message": {'],
  [-32700, 'an empty body', 400, ''],
  [-32600, 'a body that is no envelope', 400, '[]'],
  [-32600, 'a message without an envelope', 400, ping],
  [-32600, 'an envelope with a session that is no text', 400, { session_id: 7, message: ping }],
  [-32600, 'an envelope without a message', 400, { session_id: 'x' }],
  [-32600, 'a body of 10 MB', 413, JSON.stringify({ session_id: 'x'.repeat(10 * 1024 * 1024) })],
  [-32000, 'a session that is none', 404, { session_id: 'made-up', message: ping }],
])('%i for %s, which belongs to no session, is told right away', async (code, _what, status, body) => {
  const { origin } = await serveLucenia();
  const response = await postTo(origin, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } });
});

test('-32000 names the request that it answers', async () => {
  const { origin } = await serveLucenia();
  const response = await postTo(origin, { session_id: 'made-up', message: ping });
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: 'p',
    error: { code: -32000, message: 'Session not found' },
  });
});

test.each<[number, string, object | number | null, unknown, unknown]>([
  [-32600, 'a message that is no object', 7, null, { field: 'message' }],
  [-32600, 'a batch of none', [], null, { field: 'message' }],
  [-32600, 'a batch of too many', Array(101).fill(ping), null, { field: 'message' }],
  [-32600, 'another version', { ...ping, jsonrpc: '1.0' }, 'p', { field: 'jsonrpc' }],
  [-32600, 'no method', { jsonrpc: '2.0', id: 'p' }, 'p', { field: 'method' }],
  [-32600, 'no id', { jsonrpc: '2.0', method: 'server/ping' }, null, { field: 'id' }],
  [-32600, 'an id that is no id', { ...ping, id: { a: 1 } }, null, { field: 'id' }],
  [-32600, 'params in a list', { ...ping, params: [1] }, 'p', { field: 'params' }],
  [-32601, 'a method that is none', { ...ping, method: 'tools/run' }, 'p', { method: 'tools/run' }],
  [-32601, 'the handshake of MCP', { ...ping, method: 'initialize' }, 'p', {}],
  [-32602, 'tools/get without a name', { ...ping, method: 'tools/get' }, 'p', { field: 'name' }],
  [-32001, 'tools/get of no tool', tool('tools/get', { name: 'nothing' }), 'p', { name: 'nothing' }],
  [-32602, 'a call without a name', tool('tools/call', {}), 'p', { field: 'name' }],
  [-32602, 'arguments that are no object', call('echo', []), 'p', { field: 'arguments' }],
  [-32602, 'options that are no object', call('echo', {}, 'async'), 'p', { field: 'options' }],
  [-32602, 'async that is no yes or no', call('echo', {}, { async: 1 }), 'p', { field: 'options.async' }],
  [
    -32602,
    'a callback id that is none',
    call('echo', {}, { async: true, callback_id: {} }),
    'p',
    { field: 'options.callback_id' },
  ],
  [
    -32602,
    'arguments that the tool cannot take',
    call('document_search', { query: 'x', limit: -1 }),
    'p',
    { field: 'arguments.limit', reason: expect.stringContaining('>0') },
  ],
  [-32001, 'a call of no tool', call('nothing', {}), 'p', { name: 'nothing' }],
  [-32002, 'a tool that fails', call('fail', {}), 'p', { name: 'fail', reason: 'the disk is full' }],
  [
    -32002,
    'a tool that cannot do it',
    call('lose', {}),
    'p',
    { reason: 'There is no index papers. Make it first.' },
  ],
  [-32603, 'a tool with a bug', call('break', {}), 'p', { reason: 'is not a function' }],
])('%i for %s comes on the stream', async (code, _what, message, id, data) => {
  const { origin } = await serveLucenia();
  const session = await openSession(origin);
  expect(await session.post(message)).toBe(202);
  await expect.poll(() => session.answers()).toHaveLength(1);
  expect(session.answers()).toMatchObject([{ jsonrpc: '2.0', id, error: { code, data } }]);
});

test('-32003 for a client that asks too often, with when it may again; others are not held up', async () => {
  const { origin } = await serveLucenia({ sseMessage: { rateLimit: 2 } });
  const [hasty, calm] = await Promise.all([openSession(origin), openSession(origin)]);
  await hasty.post([1, 2, 3].map((id) => ({ ...ping, id })));
  await expect.poll(() => hasty.answers()).toHaveLength(3);
  const [, , refused] = hasty.answers();
  expect(refused).toMatchObject({
    id: 3,
    error: { code: -32003, message: 'Rate limit exceeded', data: { retry_after: expect.any(Number) } },
  });
  const retryAfter = Number(refused?.error?.data?.['retry_after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(0.5);
  expect((await calm.ask('server/ping')).result).toEqual({ status: 'ok' });
  let tries = 0;
  const again = async () => (await hasty.ask('server/ping', {}, `again-${(tries += 1)}`)).result;
  await expect.poll(again, { interval: 600 }).toEqual({ status: 'ok' });
});

test('-32003 for a client that has too much under way', async () => {
  const { origin, waiting } = await serveLucenia();
  const session = await openSession(origin);
  const calls = Array.from({ length: 100 }, (_, id) => ({ ...call('wait', { name: `${id}` }), id }));
  await session.post(calls);
  await expect.poll(() => waiting.size).toBe(100);
  expect((await session.ask('server/ping')).error).toMatchObject({ code: -32003 });
  waiting.get('0')?.answer('done');
  await expect.poll(() => session.answers()).toHaveLength(2);
  expect((await session.ask('server/ping')).result).toEqual({ status: 'ok' });
});

test('-32004 for who does not show the name and password', async () => {
  const password = 'correct-horse-battery';
  const { origin } = await serveLucenia({ secret: { type: 'basic', username: 'ada', password } });
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
  for (const headers of [{}, basic('ada:guess'), basic(`eve:${password}`)]) {
    for (const response of [
      await requestStream(origin, { headers }),
      await postTo(origin, { session_id: 'x', message: ping }, headers),
    ]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect(await response.json()).toMatchObject({ error: { code: -32004 } });
    }
  }
  const session = await openSession(origin, { headers: basic(`ada:${password}`) });
  expect((await session.ask('server/ping')).result).toEqual({ status: 'ok' });
});

test('-32004 for who does not show the token', async () => {
  const { origin } = await serveLucenia({ secret: { type: 'bearer', token: 'a-token-of-the-test' } });
  const refused = await requestStream(origin, { headers: { authorization: 'Bearer guess' } });
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: -32004 } }]);
  const session = await openSession(origin, { headers: { authorization: 'Bearer a-token-of-the-test' } });
  expect((await session.ask('server/ping')).result).toEqual({ status: 'ok' });
});

test('pages of other sites are refused, whatever they know', async () => {
  const { origin } = await serveLucenia();
  const headers = { origin: 'https://evil.example' };
  expect((await requestStream(origin, { headers })).status).toBe(403);
  expect((await postTo(origin, { session_id: 'x', message: ping }, headers)).status).toBe(403);
});

test('other methods of HTTP are refused with the one there is', async () => {
  const { origin } = await serveLucenia();
  const url = `${origin}/_plugins/_ml/mcp/sse`;
  const post = await fetch(url, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  const read = await fetch(`${url}/message`);
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a body that comes too slowly is given up, and nobody else waits for it', async () => {
  const { origin, port } = await serveLucenia({ requestMs: 400 });
  const session = await openSession(origin);
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(
    `POST /_plugins/_ml/mcp/sse/message HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1000\r\n\r\n{"ses`,
  );
  expect((await session.ask('server/ping')).result).toEqual({ status: 'ok' });
  await once(socket, 'close');
  expect(answer).toContain('408 Request Timeout');
  expect(session.hasEnded()).toBe(false);
});

test('a client that reads nothing of what it asks for is let go before it fills the memory', async () => {
  const { origin, waiting, cancelled } = await serveLucenia();
  const request = get(`${origin}/_plugins/_ml/mcp/sse?session_id=deaf`);
  onTestFinished(() => void request.destroy());
  request.on('error', () => {});
  const [response] = await once(request, 'response');
  response.pause();
  response.on('error', () => {});
  const send = (message: object) => postTo(origin, { session_id: 'deaf', message });
  await send(call('wait', { name: 'a' }));
  await expect.poll(() => waiting.size).toBe(1);
  for (let sent = 0; sent < 20; sent += 1) await send(call('large', { bytes: 3 * 1024 * 1024 }));
  await expect.poll(() => cancelled).toEqual(['a']);
  expect((await send(ping)).status).toBe(404);
});

function tool(method: string, params: object): object {
  return { ...ping, method, params };
}

function call(name: string, args: unknown, options?: unknown): object {
  return tool('tools/call', { name, arguments: args, ...(options === undefined ? {} : { options }) });
}
