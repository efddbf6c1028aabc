import { expect, test } from 'vitest';
import { SOON, startHost, textOf } from '../start-host.ts';
import { remoteServer } from './connect-client.ts';
import { instruct } from './connect-http.ts';
import { postedBy, told } from './connect-lucenia.ts';
import { serveFixture } from './serve-fixture.ts';

const BOTH = ['lucenia-server', 'opensearch-server'];
const ADMIN = { type: 'basic', username: 'admin', password: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from('admin:secret').toString('base64')}`;

async function start(program: string, options: object = {}, entry: object = {}) {
  const served = await serveFixture(program, options);
  const running = await startHost([remoteServer({ transport: 'lucenia-sse', url: served.url, ...entry })]);
  return { ...served, ...running };
}

test('the tools of Lucenia are in the catalogue with their schemas, and answer', async () => {
  const { host, notices } = await start('lucenia-server', { authorization: AUTHORIZATION }, { auth: ADMIN });

  expect(host.status()).toMatchObject([
    {
      state: 'ready',
      transport: 'lucenia-sse',
      protocolVersion: '2024-11-05',
      serverInfo: { name: 'Lucenia MCP Server', version: '0.7.0' },
      tools: 4,
    },
  ]);
  expect(host.catalogue.find('fixture/document_search')?.inputSchema).toMatchObject({ required: ['query'] });
  const result = await host.catalogue.call('fixture/document_search', { query: 'neural networks' });
  expect(result.structuredContent).toMatchObject({ total: 1 });
  expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
  expect(notices).toEqual([]);
});

test('the tools of OpenSearch are in the catalogue, those with an empty schema too', async () => {
  const { host, notices } = await start('opensearch-server');

  expect(host.status()).toMatchObject([{ state: 'ready', tools: 5 }]);
  expect(host.catalogue.find('fixture/ListIndexTool')?.inputSchema).toEqual({ type: 'object' });
  expect(textOf(await host.catalogue.call('fixture/ListIndexTool', {}))).toBe('green ListIndexTool');
  expect(notices).toEqual([]);
});

test.each([
  ['lucenia-server', 'document_search'],
  ['opensearch-server', 'ListIndexTool'],
])(
  '%s may forget the session: the calls are made in a new one, and nobody notices',
  async (program, tool) => {
    const server = await start(program);
    await instruct(server, { forgets: true });

    const calls = [1, 2, 3].map(() => server.host.catalogue.call(`fixture/${tool}`, { query: 'x' }));

    expect((await Promise.all(calls)).map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(server.host.status()).toMatchObject([{ state: 'ready', restarts: 0 }]);
    expect(server.notices).toEqual([]);
    expect((await told(server)).filter((line) => line['http'] === 'GET')).toHaveLength(2);
  },
);

test.each(BOTH)(
  'a call in flight fails when the stream of %s breaks, and is not made again',
  async (program) => {
    const server = await start(program, { tools: ['break'] });

    await expect(server.host.catalogue.call('fixture/break', {})).rejects.toMatchObject({
      code: 'mcp_failed',
      message: expect.stringContaining('server fixture cut off the event stream'),
    });

    await expect.poll(() => server.host.status(), SOON).toMatchObject([{ state: 'ready', restarts: 1 }]);
    expect(await postedBy(server, 'tools/call')).toHaveLength(1);
  },
);

test.each(BOTH)(
  'wrong credentials for %s mean that a login is needed, and are not tried again',
  async (program) => {
    const wrong = { ...ADMIN, password: 'guess' };
    const server = await start(program, { authorization: AUTHORIZATION }, { auth: wrong });

    expect(server.host.status()).toMatchObject([{ state: 'needs_auth', restarts: 0 }]);
    expect((await told(server)).filter((line) => line['http'] === 'GET')).toHaveLength(1);
  },
);

test('a session that comes to need a login puts the server into that state', async () => {
  const failures = { document_search: { error: { code: -32004, message: 'Authentication required' } } };
  const { host } = await start('lucenia-server', { failures });

  await expect(host.catalogue.call('fixture/document_search', {})).rejects.toMatchObject({
    code: 'auth_required',
  });

  await expect.poll(() => host.status(), SOON).toMatchObject([{ state: 'needs_auth' }]);
});

test('a failure of a tool is a failed result for the agent', async () => {
  const error = { code: -32002, message: 'Tool execution failed', data: { reason: 'No such index' } };
  const { host } = await start('lucenia-server', { failures: { document_search: { error } } });

  const result = await host.catalogue.call('fixture/document_search', {});

  expect(result.isError).toBe(true);
  expect(textOf(result)).toBe('Tool execution failed (No such index)');
});

test('a limit of the rate is waited for, and what it turned away is sent again', async () => {
  const error = { code: -32003, message: 'Rate limit exceeded', data: { retry_after: 0.2 } };
  const server = await start('lucenia-server', { failures: { document_search: { error, times: 2 } } });

  const result = await server.host.catalogue.call('fixture/document_search', { query: 'x' });

  expect(result.isError).toBe(false);
  expect(await postedBy(server, 'tools/call')).toHaveLength(3);
});

test('a limit of the rate while the tools are described does not lose their schemas', async () => {
  const error = { code: -32003, message: 'Rate limit exceeded', data: { retry_after: 0.2 } };
  const { host } = await start('lucenia-server', { failures: { 'tools/get': { error, times: 1 } } });

  await expect
    .poll(() => host.catalogue.find('fixture/index_stats')?.inputSchema, SOON)
    .toMatchObject({ required: ['index'] });
});

test('a tool that runs asynchronously may take longer than a request', async () => {
  const options = { callbackAfterMs: 3000 };
  const { host } = await start('lucenia-server', options, { asyncTools: ['large_*'], timeoutMs: 1500 });

  const result = await host.catalogue.call('fixture/large_dataset_analyzer', { dataset_id: 'dataset-123' });

  expect(result.structuredContent).toMatchObject({ total: 1 });
});

test('an idle session is kept alive by pings of the kind that the server knows', async () => {
  const served = await serveFixture('lucenia-server');
  await startHost([remoteServer({ transport: 'lucenia-sse', url: served.url })], {
    keepAliveTimes: { idleMs: 20, answerMs: 5000 },
  });

  await expect.poll(async () => (await postedBy(served, 'server/ping')).length, SOON).toBeGreaterThan(2);
});

test('a server that greets nobody is given up after the time for starting', async () => {
  const entry = { startupTimeoutMs: 300, restart: false };
  const { host } = await start('lucenia-server', { greeting: null }, entry);

  expect(host.status()).toMatchObject([
    { state: 'failed', detail: 'was not ready within 300 ms ("startupTimeoutMs" in mcp.json)' },
  ]);
});

test('an address where the newer transport has taken over says so', async () => {
  const { host } = await start('lucenia-server', { status: 405 });

  expect(host.status()).toMatchObject([
    { state: 'failed', detail: expect.stringContaining('405 Method Not Allowed'), restarts: 0 },
  ]);
});
