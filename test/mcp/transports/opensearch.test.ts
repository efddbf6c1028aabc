import { expect, test } from 'vitest';
import { instruct } from './connect-http.ts';
import { connect, connectTo, postedBy, told } from './connect-lucenia.ts';
import { serveFixture } from './serve-fixture.ts';

const LIST_INDEX = { name: 'ListIndexTool', arguments: {} };
const SESSION_LOST = {
  kind: 'session_expired',
  message: expect.stringContaining('no longer knows the session'),
};

test('a server of ml-commons is found by its first event, and spoken to in plain MCP', async () => {
  const connected = await connect('opensearch-server');
  const { client } = connected;

  expect(client.getServerVersion()).toMatchObject({ name: 'OpenSearch-MCP-Server' });
  expect(await client.callTool(LIST_INDEX)).toMatchObject({ content: [{ text: 'green ListIndexTool' }] });
  await expect(client.ping()).resolves.toEqual({});
  const requests = (await told(connected)).filter((line) => 'http' in line);
  expect(requests[0]).toMatchObject({
    url: '/_plugins/_ml/mcp/sse?append_to_base_url=true',
    headers: { 'accept-encoding': 'identity' },
  });
});

test.each(['/sse/message?sessionId=SESSION', 'sse/message?sessionId=SESSION'])(
  'the endpoint %s, which lacks the path of the plugin, is joined to it',
  async (endpoint) => {
    const { client } = await connect('opensearch-server', { endpoint });

    await expect(client.ping()).resolves.toEqual({});
  },
);

test('an endpoint of another origin gets nothing', async () => {
  const served = await serveFixture('opensearch-server', { endpoint: 'http://evil.example/sse/message' });

  await expect(connectTo(served)).rejects.toMatchObject({
    code: 'protocol',
    message: 'does not name an address of its own to send messages to: http://evil.example/sse/message',
  });
  expect((await told(served)).map(({ http }) => http)).toEqual(['GET']);
});

test('a call whose POST is never acknowledged has its answer all the same', async () => {
  const { client } = await connect('opensearch-server');

  const result = await client.callTool({ name: 'unacknowledged', arguments: {} });

  expect(result).toMatchObject({ content: [{ text: 'green unacknowledged' }] });
});

test('many calls at once need not wait for each other', async () => {
  const { client } = await connect('opensearch-server');
  const calls = Array.from({ length: 20 }, () => client.callTool({ name: 'slow', arguments: {} }));

  expect(await Promise.all(calls)).toHaveLength(20);
});

test('an error of a tool is about the one call', async () => {
  const { client } = await connect('opensearch-server');

  await expect(client.callTool({ name: 'fails', arguments: {} })).rejects.toMatchObject({ code: -32603 });
  await expect(client.ping()).resolves.toEqual({});
});

test.each([false, true])(
  'a session that is gone turns calls away unrun (errors after a 200: %s)',
  async (lateErrors) => {
    const connected = await connect('opensearch-server', { lateErrors });
    await instruct(connected, { forgets: true });

    await expect(connected.client.callTool(LIST_INDEX)).rejects.toMatchObject(SESSION_LOST);

    expect(await connected.closed).toContain('SessionId not found in cluster');
    expect(connected.transport.closeError).toMatchObject(SESSION_LOST);
  },
);

test.each([
  [{ reason: 'Session ID missing in message endpoint' }, SESSION_LOST],
  [
    {
      type: 'illegal_state_exception',
      reason:
        'Session no longer exists as corresponding node crashed, please recreate a new session in client side',
      status: 500,
    },
    SESSION_LOST,
  ],
  [
    { type: 'exception', reason: 'java.io.IOException: Disk is full', status: 500 },
    { code: 'mcp_failed', message: expect.stringContaining('Disk is full') },
  ],
  [
    { type: 'security_exception', reason: 'no permissions for [mcp/session] and User [name=x]', status: 403 },
    { message: expect.stringContaining('no permissions') },
  ],
])('the error %j of the REST API means what it says', async (error, failure) => {
  const connected = await connect('opensearch-server');
  await instruct(connected, { error });

  await expect(connected.client.callTool(LIST_INDEX)).rejects.toMatchObject(failure);

  expect(await postedBy(connected, 'tools/call')).toHaveLength(1);
});

test('a stream that breaks takes the calls in flight with it, and none is made again', async () => {
  const connected = await connect('opensearch-server');

  await expect(connected.client.callTool({ name: 'break', arguments: {} })).rejects.toThrow(
    'Connection closed',
  );

  expect(await connected.closed).toContain('cut off the event stream');
  expect(await postedBy(connected, 'tools/call')).toHaveLength(1);
});

test('Basic credentials go with every request, and wrong ones are told', async () => {
  const authorization = `Basic ${Buffer.from('admin:secret').toString('base64')}`;
  const { client } = await connect('opensearch-server', { authorization }, { headers: { authorization } });
  await expect(client.ping()).resolves.toEqual({});

  await expect(connect('opensearch-server', { authorization })).rejects.toMatchObject({
    code: 'auth_required',
  });
});

test('an entry that names the other dialect is told which one it is', async () => {
  // It is asked for no session of ours, which it would refuse.
  await expect(connect('opensearch-server', {}, { dialect: 'lucenia' })).rejects.toMatchObject({
    message: 'speaks the dialect opensearch, not lucenia',
  });
});
