import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import { RpcError } from '../../src/core/rpc/rpc-message.ts';
import { createMcpPeer } from '../../src/mcp/connection/mcp-peer.ts';
import type { ServerTransport } from '../../src/mcp/transports/server-transport.ts';

interface Sent {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  error?: unknown;
  result?: unknown;
}

/** A peer whose other end is the test. */
function linkPeer({ timeoutMs = 10_000, fail = (_method?: string): Error | null => null } = {}) {
  const sent: Sent[] = [];
  const logs: string[] = [];
  const notified: string[] = [];
  const transport: ServerTransport = {
    closeReason: () => 'is gone',
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send(message) {
      sent.push(message as Sent);
      const error = fail((message as Sent).method);
      return error === null ? Promise.resolve() : Promise.reject(error);
    },
  };
  const peer = createMcpPeer(transport, {
    timeoutMs,
    isPaused: () => false,
    answer: (method, _params, signal) =>
      method === 'wait'
        ? new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('aborted'))),
          )
        : Promise.resolve({ method }),
    onNotification: (method) => notified.push(method),
    log: (line) => logs.push(line),
  });
  const receive = (message: unknown): void => transport.onmessage?.(message as never);
  return { peer, receive, sent, logs, notified };
}

test('answers find their requests in any order, ids in quotes too', async () => {
  const { peer, receive, sent } = linkPeer();
  const [first, second] = [peer.request('one', {}), peer.request('two', { a: 1 })];
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'one', params: {} },
    { jsonrpc: '2.0', id: 2, method: 'two', params: { a: 1 } },
  ]);

  receive({ jsonrpc: '2.0', id: '2', result: 'b' });
  receive({ id: 1, result: 'a' });

  expect(await Promise.all([first, second])).toEqual(['a', 'b']);
});

test('only the first answer counts, one that nobody asked for is logged, and one that comes late is not', async () => {
  const { peer, receive, logs } = linkPeer();
  const request = peer.request('one', {});

  receive({ id: 1, result: 'first' });
  receive({ id: 1, result: 'second' });
  receive({ id: 4711, result: {} });
  receive({ id: null, error: { code: -32700, message: 'what?' } });
  const caller = new AbortController();
  const givenUp = peer.request('two', {}, { signal: caller.signal });
  caller.abort();
  receive({ id: 2, result: 'late' });

  expect(await request).toBe('first');
  await expect(givenUp).rejects.toMatchObject({ code: 'cancelled' });
  expect(logs).toEqual([
    'a response to an unknown request: {"id":1,"result":"second"}',
    'a response to an unknown request: {"id":4711,"result":{}}',
    'a response to an unknown request: {"id":null,"error":{"code":-32700,"message":"what?"}}',
  ]);
});

test('an error of the server is told from every other failure', async () => {
  const { peer, receive } = linkPeer({
    fail: (method) => (method === 'unsendable' ? new Error('EPIPE') : null),
  });
  const refused = peer.request('one', {});
  receive({ id: 1, error: { code: -32001, message: 'no', data: { a: 1 } } });

  await expect(refused).rejects.toEqual(new RpcError(-32001, 'no', { a: 1 }));
  await expect(peer.request('unsendable', {})).rejects.toMatchObject({
    name: 'SimseError',
    code: 'mcp_failed',
    message: 'cannot be reached: EPIPE',
  });
});

test('a request that takes too long is given up and cancelled at the server; `initialize` never is', async () => {
  const { peer, sent } = linkPeer({ timeoutMs: 20 });

  await expect(peer.request('slow', {})).rejects.toMatchObject({
    code: 'timeout',
    message: 'did not answer slow within 20 ms',
  });
  await expect(peer.request('initialize', {})).rejects.toMatchObject({ code: 'timeout' });

  expect(sent.slice(1)).toMatchObject([
    { method: 'notifications/cancelled', params: { requestId: 1 } },
    { method: 'initialize' },
  ]);
  expect(peer.inFlight).toBe(0);
});

test('progress is passed on and begins the time anew; what is no progress is not passed on', async () => {
  const { peer, receive, sent } = linkPeer();
  const steps: unknown[] = [];
  const params = { name: 'x', _meta: { for: 'a call' } };
  const request = peer.request('call', params, { onProgress: (step) => steps.push(step) });
  expect(sent[0]?.params).toEqual({ name: 'x', _meta: { for: 'a call', progressToken: 1 } });

  const progress = (params: object): void => receive({ method: 'notifications/progress', params });
  progress({ progressToken: 1, progress: 1, total: 2, message: 'half' });
  progress({ progressToken: '1', progress: 2 });
  progress({ progressToken: 1, progress: 'much' });
  progress({ progressToken: 99, progress: 3 });
  receive({ id: 1, result: 'done' });
  progress({ progressToken: 1, progress: 4 });

  expect(await request).toBe('done');
  expect(steps).toEqual([{ progress: 1, total: 2, message: 'half' }, { progress: 2 }]);
});

test('everything that waits ends with the connection, and nothing is sent after it', async () => {
  const { peer, receive, sent } = linkPeer();
  const requests = [peer.request('one', {}), peer.request('two', {})];
  receive({ id: 'a', method: 'wait' });
  const error = new SimseError('mcp_failed', 'is gone');

  peer.close(error);
  peer.notify('late');
  receive({ method: 'late' });

  expect(await Promise.allSettled([...requests, peer.request('three', {})])).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'rejected', reason: error })),
  );
  expect(sent).toHaveLength(2);
});

test('a server is answered, but not a hundred times at once, and not what it takes back', async () => {
  const { peer, receive, sent, logs } = linkPeer();
  receive({ id: 'x', method: 'roots/list' });
  await expect.poll(() => sent).toEqual([{ jsonrpc: '2.0', id: 'x', result: { method: 'roots/list' } }]);

  for (let id = 1; id <= 65; id += 1) receive({ id, method: 'wait' });
  receive({ id: 3, method: 'wait' });
  receive({ method: 'notifications/cancelled', params: { requestId: 3 } });

  expect(sent.slice(1)).toMatchObject([{ id: 65, error: { message: 'too many requests at once' } }]);
  expect(logs).toEqual(['a second request with the id 3: wait']);
  peer.close(new SimseError('mcp_failed', 'is gone'));
});

test('what is no message at all is logged and nothing else', () => {
  const { receive, logs, notified } = linkPeer();
  for (const message of [1, null, 'text', [], {}, { id: {}, method: 'x' }, { method: 7 }]) receive(message);
  receive({ method: 'notifications/fine' });

  expect(logs).toHaveLength(7);
  expect(notified).toEqual(['notifications/fine']);
});
