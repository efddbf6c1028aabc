import { expect, test } from 'vitest';
import { instruct } from './connect-http.ts';
import { connect, connectTo, posted, postedBy, told } from './connect-lucenia.ts';
import { serveFixture } from './serve-fixture.ts';

const SEARCH = { name: 'document_search', arguments: { query: 'neural networks', limit: 5 } };

test('a server of the documented wire is a plain MCP server to the host', async () => {
  const connected = await connect('lucenia-server');
  const { client } = connected;

  expect(client.getServerVersion()).toEqual({ name: 'Lucenia MCP Server', version: '0.7.0' });
  expect(client.getServerCapabilities()).toEqual({ tools: {} });
  expect(await posted(connected)).toEqual([
    { jsonrpc: '2.0', id: 'server/info-1', method: 'server/info', params: {} },
  ]);
});

test('the stream is asked for as it is, and every envelope names its session', async () => {
  const connected = await connect('lucenia-server');
  await connected.client.ping();

  const lines = await told(connected);
  const [opened, ...others] = lines.filter((line) => 'http' in line);
  expect(opened).toMatchObject({
    http: 'GET',
    url: '/_plugins/_ml/mcp/sse?append_to_base_url=true',
    headers: { accept: 'text/event-stream', 'accept-encoding': 'identity' },
  });
  expect(others.map(({ url }) => url)).toEqual(others.map(() => '/_plugins/_ml/mcp/sse/message'));
  const sessions = lines.filter((line) => 'session' in line).map(({ session }) => session);
  expect(new Set(sessions).size).toBe(1);
  expect(sessions[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('parameters of tools become JSON Schema, and tools without any are asked for theirs', async () => {
  const connected = await connect('lucenia-server');

  const { tools } = await connected.client.listTools();

  expect(tools.map(({ name, inputSchema }) => [name, inputSchema])).toEqual([
    [
      'document_search',
      {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'number', default: 10 } },
        required: ['query'],
      },
    ],
    [
      'text_analyzer',
      {
        type: 'object',
        properties: {
          text: { type: 'string' },
          analysis_type: { type: 'string', enum: ['sentiment', 'topics'] },
        },
        required: ['text'],
      },
    ],
    ['large_dataset_analyzer', { type: 'object', properties: {} }],
    ['index_stats', { type: 'object', properties: { index: { type: 'string' } }, required: ['index'] }],
  ]);
  await expect
    .poll(() => postedBy(connected, 'tools/get'))
    .toMatchObject([{ params: { name: 'index_stats' } }]);
});

test('a tool that cannot be described is listed all the same', async () => {
  const failures = { 'tools/get': { error: { code: -32001, message: 'Tool not found' } } };
  const { client } = await connect('lucenia-server', { failures });

  const { tools } = await client.listTools();

  expect(tools.at(-1)).toMatchObject({ name: 'index_stats', inputSchema: { type: 'object' } });
});

test('whatever JSON a tool answers with is a text and a structured result', async () => {
  const { client } = await connect('lucenia-server');

  const result = await client.callTool(SEARCH);

  const { content, structuredContent } = result as {
    content: { text: string }[];
    structuredContent: unknown;
  };
  expect(structuredContent).toMatchObject({ matches: [{ title: 'Deep Learning Fundamentals' }], total: 1 });
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
});

test('metadata of MCP, notifications and pings are kept to what the server documents', async () => {
  const connected = await connect('lucenia-server');

  await connected.client.ping();
  await connected.client.callTool(SEARCH, undefined, { onprogress() {} });

  expect(await posted(connected)).toMatchObject([
    { method: 'server/info' },
    { method: 'server/ping', params: {} },
    { method: 'tools/call', params: SEARCH },
  ]);
  expect((await postedBy(connected, 'tools/call'))[0]?.params).toEqual(SEARCH);
});

test('requests of one moment go as a batch, and are answered one by one', async () => {
  const connected = await connect('lucenia-server');
  const words = ['a', 'b', 'c'];

  const results = await Promise.all(
    words.map((word) => connected.client.callTool({ name: 'text_analyzer', arguments: { text: word } })),
  );

  expect(results.map(({ structuredContent }) => structuredContent)).toMatchObject(
    words.map((text) => ({ arguments: { text } })),
  );
  expect((await posted(connected)).at(-1)).toMatchObject(words.map(() => ({ method: 'tools/call' })));
});

test('a batch may be answered by one event', async () => {
  const { client } = await connect('lucenia-server', { batches: 'array' });

  const results = await Promise.all([client.callTool(SEARCH), client.ping()]);

  expect(results).toMatchObject([{ structuredContent: { total: 1 } }, {}]);
});

test('a server that takes no batches gets their requests one by one, from then on', async () => {
  const connected = await connect('lucenia-server', { batches: false });

  await Promise.all([connected.client.ping(), connected.client.ping()]);
  await Promise.all([connected.client.ping(), connected.client.ping()]);

  const shapes = (await posted(connected)).map((message) =>
    Array.isArray(message) ? message.length : 'single',
  );
  expect(shapes).toEqual(['single', 2, 'single', 'single', 'single', 'single']);
});

test('answers in the body of the POST are taken as well', async () => {
  const { client } = await connect('lucenia-server', { answersInPost: true });

  expect(await client.callTool(SEARCH)).toMatchObject({ structuredContent: { total: 1 } });
  expect(await Promise.all([client.ping(), client.ping()])).toEqual([{}, {}]);
});

test.each([
  { session_id: 'SESSION' },
  { sessionId: 'SESSION' },
  { id: 'SESSION' },
  { status: 'connected', session: { id: 'SESSION', timeout: 300 } },
])('the session is found in the greeting %j', async (greeting) => {
  const { client } = await connect('lucenia-server', { greeting });

  await expect(client.ping()).resolves.toEqual({});
});

test('a greeting that names no session is answered by asking for one of our own', async () => {
  const connected = await connect('lucenia-server', { greeting: 'connected' });

  await expect(connected.client.ping()).resolves.toEqual({});

  const opened = (await told(connected)).filter((line) => line['http'] === 'GET');
  expect(opened.map(({ url }) => url)).toEqual([
    '/_plugins/_ml/mcp/sse?append_to_base_url=true',
    expect.stringMatching(/^\/_plugins\/_ml\/mcp\/sse\?append_to_base_url=true&session_id=[0-9a-f-]{36}$/),
  ]);
});

test('a session that the url asks for is the one that is used', async () => {
  const served = await serveFixture('lucenia-server', { greeting: 'connected' });
  const url = `${served.url}?session_id=mine&append_to_base_url=false&timeout=600`;

  const connected = await connectTo({ ...served, url });
  await connected.client.ping();

  const lines = await told(connected);
  expect(lines[0]).toMatchObject({ url: url.slice(url.indexOf('/_plugins')) });
  expect(lines.at(-1)).toMatchObject({ session: 'mine' });
});

test('a server that knows initialize is told everything that MCP has', async () => {
  const connected = await connect('lucenia-server', { initializes: true });
  const { client } = connected;

  await client.ping();
  await client.callTool(SEARCH, undefined, { onprogress() {} });

  expect(client.getServerVersion()).toMatchObject({ name: 'Lucenia that initializes' });
  expect(await posted(connected)).toMatchObject([
    { method: 'server/info' },
    { method: 'initialize' },
    { method: 'notifications/initialized' },
    { method: 'ping' },
    { method: 'tools/call', params: { _meta: { progressToken: expect.anything() } } },
  ]);
});

test('a server that does not answer server/info is asked to initialize', async () => {
  const options = { initializes: true, ignores: ['server/info'] };

  const { client } = await connect('lucenia-server', options);

  expect(client.getServerVersion()).toMatchObject({ name: 'Lucenia that initializes' });
});

test('a server that knows neither server/info nor initialize is refused for what it says', async () => {
  const failures = { 'server/info': { error: { code: -32601, message: 'Method not found' } } };

  await expect(connect('lucenia-server', { failures })).rejects.toMatchObject({ code: -32601 });
});

test('events of other kinds, pieces of no JSON and late answers do no harm', async () => {
  const before = [': welcome\n\n', 'retry: 100\n\n', 'event: heartbeat\ndata: {}\n\n'];
  const { client, noise, tell } = await connect('lucenia-server', { before });

  tell({ says: 'event: tool_update\ndata: {"tool":"x"}\n\nevent: heartbeat\ndata: ping\u001b[2J\n\n' });
  tell({ says: 'event: message_response\ndata: {"jsonrpc":"2.0","id":"tools/call-9","result":{}}\n\n' });
  await client.ping();

  await expect
    .poll(() => noise)
    .toEqual([
      'event heartbeat: {}',
      'event tool_update answers no call: {"tool":"x"}',
      'event heartbeat is not JSON: ping',
      'event message_response answers no call: {"jsonrpc":"2.0","id":"tools/call-9","result":{}}',
    ]);
});

test('notifications and requests of the server reach the host', async () => {
  const connected = await connect('lucenia-server', { initializes: true });

  await instruct(connected, {
    says: 'event: message\ndata: {"jsonrpc":"2.0","id":"s1","method":"ping"}\n\n',
  });

  await expect
    .poll(async () => (await posted(connected)).at(-1))
    .toEqual({ jsonrpc: '2.0', id: 's1', result: {} });
});

test('a request that is withdrawn is cancelled where the server can be told', async () => {
  const connected = await connect('lucenia-server', {
    initializes: true,
    receipt: false,
    callbackAfterMs: 60_000,
  });
  const stop = new AbortController();

  const call = connected.client.callTool({ ...SEARCH, options: { async: true } } as never, undefined, {
    signal: stop.signal,
  });
  await expect.poll(() => postedBy(connected, 'tools/call')).toHaveLength(1);
  stop.abort();

  await expect(call).rejects.toThrow('AbortError');
  const [{ id } = { id: '' }] = await postedBy(connected, 'tools/call');
  await expect
    .poll(() => postedBy(connected, 'notifications/cancelled'))
    .toMatchObject([{ params: { requestId: id } }]);
});

test('a request that is withdrawn at once is never sent', async () => {
  const connected = await connect('lucenia-server');
  const stop = new AbortController();

  const call = connected.client.callTool(SEARCH, undefined, { signal: stop.signal });
  stop.abort();

  await expect(call).rejects.toThrow('AbortError');
  await connected.client.ping();
  expect(await postedBy(connected, 'tools/call')).toEqual([]);
});
