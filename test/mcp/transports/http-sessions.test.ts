import { expect, test } from 'vitest';
import { allReceived, connect, ECHO, instruct, received } from './connect-http.ts';

test('a session that expired turns a call away, which says so, and then the connection ends', async () => {
  const connected = await connect();
  const { client, transport, closed } = connected;
  const order: string[] = [];
  void closed.then(() => order.push('closed'));
  await instruct(connected, { forgets: true });

  await expect(client.callTool(ECHO).finally(() => order.push('failed'))).rejects.toMatchObject({
    kind: 'session_expired',
    code: 'mcp_failed',
    message: 'no longer knows the session: it answered tools/call with 404 Not Found: Session not found',
  });

  await expect(closed).resolves.toContain('no longer knows the session');
  expect(order).toEqual(['failed', 'closed']);
  expect(transport.closeError).toMatchObject({ kind: 'session_expired' });
});

test('every call that was turned away together says so', async () => {
  const connected = await connect({ delays: { 'tools/call': 50 } });
  await instruct(connected, { forgets: true });

  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => connected.client.callTool(ECHO)),
  );

  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'session_expired' } });
  expect(await allReceived(connected, 'tools/call')).toHaveLength(10);
});

test('a call that was taken before the session expired is not said to have been turned away', async () => {
  const connected = await connect({ answers: 'sse', breaks: [] });
  await instruct(connected, { hangs: ['prompts/list'] });
  const taken = connected.transport
    .send({ jsonrpc: '2.0', id: 99, method: 'prompts/list' })
    .catch((error: unknown) => error);
  await expect.poll(() => received(connected, 'prompts/list')).toHaveLength(1);
  await instruct(connected, { forgets: true });

  await expect(connected.client.callTool(ECHO)).rejects.toMatchObject({ kind: 'session_expired' });

  await connected.closed;
  const error = await taken;
  expect(error).toMatchObject({ code: 'mcp_failed' });
  expect(error).not.toHaveProperty('kind');
});

test('a server that answers an unknown session as the SDK has it in its examples is understood', async () => {
  const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' };
  const body = JSON.stringify({ jsonrpc: '2.0', error });
  const { client } = await connect({ statuses: { 'tools/call': { status: 400, body } } });

  await expect(client.callTool(ECHO)).rejects.toMatchObject({ kind: 'session_expired' });
});

test('without a session a 404 is a failure like others', async () => {
  const { client } = await connect({ isStateless: true, statuses: { 'tools/call': { status: 404 } } });

  await expect(client.callTool(ECHO)).rejects.toThrow('answered tools/call with 404 Not Found');
  await expect(client.ping()).resolves.toBeDefined();
});

test('a session that expires while nothing is asked is noticed by the standing stream', async () => {
  const connected = await connect({ standingRetryMs: 5 });
  await expect.poll(() => received(connected, 'GET')).toHaveLength(1);

  await instruct(connected, { forgets: true, cuts: true });

  await expect(connected.closed).resolves.toContain('no longer knows the session');
  expect(connected.transport.closeError).toMatchObject({ kind: 'session_expired' });
});

test('a session that expired is not taken leave of', async () => {
  const connected = await connect();
  await instruct(connected, { forgets: true });
  await expect(connected.client.callTool(ECHO)).rejects.toThrow('no longer knows');

  await connected.closed;
  await connected.transport.close();

  expect(await allReceived(connected, 'DELETE')).toEqual([]);
});
