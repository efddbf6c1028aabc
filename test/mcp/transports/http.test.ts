import { expect, test } from 'vitest';
import { SOON } from '../start-host.ts';
import { allReceived, connect, ECHO, ECHOED, instruct, received } from './connect-http.ts';

test.each([
  ['as JSON', {}],
  ['as JSON with a charset', { contentType: 'application/json; charset=utf-8' }],
  ['as JSON that does not say so', { contentType: null }],
  ['as JSON in an array', { before: [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }] }],
  ['on a stream', { answers: 'sse' }],
  ['on a stream with a charset', { answers: 'sse', contentType: 'Text/Event-Stream;charset=UTF-8' }],
  ['on a stream with CRLF', { answers: 'sse', isCrlf: true }],
  ['on a stream in pieces of one byte', { answers: 'sse', chunkBytes: 1, isCrlf: true }],
  ['on a stream with several lines of data', { answers: 'sse', isPretty: true }],
  ['on a stream that stays open', { answers: 'sse', keepsOpen: true }],
  ['on the standing stream', { answers: 'elsewhere' }],
  ['on the standing stream, without sessions', { answers: 'elsewhere', isStateless: true }],
  ['without sessions and without a standing stream', { isStateless: true, hasNoStream: true }],
])('a call is answered %s', async (_, options) => {
  const { client, noise } = await connect(options);

  await expect(client.callTool(ECHO)).resolves.toEqual(ECHOED);

  expect(noise).toEqual([]);
});

test('progress comes before the answer it is about', async () => {
  const progress = { progressToken: 1, progress: 3, total: 4 };
  const before = [{ jsonrpc: '2.0', method: 'notifications/progress', params: progress }];
  const { client } = await connect({ answers: 'sse', before });
  const heard: unknown[] = [];

  const result = await client.callTool(ECHO, undefined, { onprogress: (step) => heard.push(step) });

  expect(heard).toEqual([{ progress: 3, total: 4 }]);
  expect(result).toEqual(ECHOED);
});

test('notifications come on the standing stream', async () => {
  const before = [{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }];
  const { client } = await connect({ answers: 'elsewhere', before });
  const heard: string[] = [];
  client.fallbackNotificationHandler = ({ method }) => Promise.resolve(void heard.push(method));

  await client.callTool(ECHO);

  expect(heard).toEqual(['notifications/tools/list_changed']);
});

test('the server is answered in the middle of a call', async () => {
  const { client } = await connect({ asks: 'roots/list' });
  client.fallbackRequestHandler = () => Promise.resolve({ roots: [{ uri: 'file:///w' }] });

  const result = await client.callTool(ECHO);

  expect(result).toEqual({ content: [{ type: 'text', text: '{"roots":[{"uri":"file:///w"}]}' }] });
});

test('an error of the server is the answer, whatever the status it comes with', async () => {
  const error = { code: -32_602, message: 'no such tool', data: { tool: 'echo' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
  const { client } = await connect({ statuses: { 'tools/call': { status: 400, body } } });

  await expect(client.callTool(ECHO)).rejects.toMatchObject({ code: -32_602, data: { tool: 'echo' } });
});

test('an error of the server that names no request belongs to the one it is the answer to', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'cannot read' } });
  const { client } = await connect({ statuses: { 'tools/call': { status: 200, body } } });

  await expect(client.callTool(ECHO)).rejects.toMatchObject({ code: -32_700 });
});

test('many calls at once each get their own answer', async () => {
  const { client } = await connect({ answers: 'sse' });

  const results = await Promise.all(
    Array.from({ length: 30 }, (_, number) => client.callTool({ name: 'echo', arguments: { number } })),
  );

  expect(results).toEqual(
    results.map((_, number) => ({ content: [{ type: 'text', text: `{"number":${number}}` }] })),
  );
});

test('every request says what it takes, and from the handshake on the version and the session', async () => {
  const connected = await connect();
  await connected.client.ping();
  await connected.transport.close();

  await expect.poll(() => received(connected, 'DELETE')).toHaveLength(1);
  const [initialize] = await allReceived(connected, 'initialize');
  expect(initialize?.headers).toMatchObject({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  });
  expect(initialize?.headers).not.toHaveProperty('mcp-protocol-version');
  for (const method of ['notifications/initialized', 'ping', 'GET', 'DELETE']) {
    expect((await allReceived(connected, method))[0]?.headers, method).toMatchObject({
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  }
  expect((await allReceived(connected, 'GET'))[0]?.headers).toMatchObject({ accept: 'text/event-stream' });
});

test('a server without sessions is told of none', async () => {
  const connected = await connect({ isStateless: true });
  await connected.client.ping();
  await connected.transport.close();

  expect((await allReceived(connected, 'ping'))[0]?.headers).not.toHaveProperty('mcp-session-id');
  expect(await allReceived(connected, 'DELETE')).toEqual([]);
});

test('nothing is asked before the server has taken the end of the handshake', async () => {
  const connected = await connect({ isStateless: true, delays: { 'notifications/initialized': 100 } });
  const { transport } = connected;
  const send = (message: object): Promise<void> => transport.send({ jsonrpc: '2.0', ...message } as never);

  await Promise.all([send({ method: 'notifications/initialized' }), send({ id: 77, method: 'ping' })]);

  await expect.poll(() => received(connected, 'ping')).toHaveLength(1);
  const greeted = (await allReceived(connected, 'notifications/initialized')).at(-1)?.at ?? 0;
  expect(((await allReceived(connected, 'ping'))[0]?.at ?? 0) - greeted).toBeGreaterThanOrEqual(99);
});

test('a stream that ends with an event id is continued after it, when the server wants it to be', async () => {
  const connected = await connect({ resume: { retryMs: 300 } });
  await expect.poll(() => received(connected, 'GET')).toHaveLength(1);

  await expect(connected.client.callTool(ECHO)).resolves.toEqual(ECHOED);

  const [, resumed] = await allReceived(connected, 'GET');
  expect(resumed?.headers).toMatchObject({ 'last-event-id': 'event-1' });
  const waitedMs = (resumed?.at ?? 0) - ((await allReceived(connected, 'tools/call'))[0]?.at ?? 0);
  expect(waitedMs).toBeGreaterThanOrEqual(299);
});

test('a standing stream that breaks is opened again', async () => {
  const connected = await connect({ answers: 'elsewhere', standingRetryMs: 20 });
  await connected.client.callTool(ECHO);

  await instruct(connected, { cuts: true });

  await expect.poll(() => received(connected, 'GET')).toHaveLength(2);
  await expect(connected.client.callTool(ECHO)).resolves.toEqual(ECHOED);
});

test('a stream that stays open after the answer is let go of', async () => {
  const connected = await connect({ answers: 'sse', keepsOpen: true });
  await connected.client.callTool(ECHO);

  await expect.poll(() => received(connected, 'hung up'), SOON).toHaveLength(1);
});

test('a server that opens a stream for a notification keeps nobody waiting', async () => {
  const { client } = await connect({ isStateless: true, opens: ['notifications/initialized'] });

  await expect(client.callTool(ECHO)).resolves.toEqual(ECHOED);
});

test('closing does not wait for a server that takes no leave', async () => {
  const { transport, closed } = await connect({ delays: { DELETE: 60_000 } });
  const startedAt = Date.now();

  await transport.close();

  await expect(closed).resolves.toBe('was closed');
  expect(Date.now() - startedAt).toBeLessThan(20_000);
});
