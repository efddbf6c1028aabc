import { expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { conformanceFeatures } from '../conformance/server-features.ts';

interface SentEvent {
  id?: string;
  retry?: string;
  message?: {
    id?: number;
    method?: string;
    result?: { content: { text: string }[] };
    params?: { data?: unknown };
  };
}

/** A server with the fixtures of the conformance suite, and a session at it. */
async function session(): Promise<(body: unknown, headers?: Record<string, string>) => Promise<SentEvent[]>> {
  const listener = await serveHttp({
    version: '1',
    features: conformanceFeatures(),
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret: null,
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const send = async (body: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${listener.origin}/mcp`, {
      ...(body === null ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, ...more },
    });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  const opened = await send({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  await opened.text();
  headers['mcp-session-id'] = opened.headers.get('mcp-session-id') ?? '';
  return async (body, more) => parseEvents(await (await send(body, more)).text());
}

function parseEvents(stream: string): SentEvent[] {
  return stream
    .split('\n\n')
    .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2))))
    .filter((fields) => 'id' in fields || 'data' in fields)
    .map(({ data, ...fields }) => (data ? { ...fields, message: JSON.parse(data) } : fields));
}

function call(id: number, name: string): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } };
}

test('a client that was asked to come back gets the answer on a stream of its own', async () => {
  const send = await session();
  const first = await send(call(7, 'test_reconnection'));
  expect(first).toEqual([{ id: expect.any(String), retry: '1000' }]);
  const lastId = first[0]?.id ?? '';
  const resumed = await send(null, { 'last-event-id': lastId });
  expect(resumed.at(-1)?.message).toMatchObject({
    id: 7,
    result: { content: [{ text: 'Answered after the stream was let go.' }] },
  });
});

test('a client that comes back when the answer has been given gets it, and the stream ends', async () => {
  const send = await session();
  const [early] = await send(call(7, 'test_reconnection'));
  const [late] = await send(call(8, 'test_reconnection'));
  const resume = (event: SentEvent | undefined) => send(null, { 'last-event-id': event?.id ?? '' });
  // The second is not answered before the first.
  expect((await resume(late)).at(-1)?.message).toMatchObject({ id: 8 });
  expect(await resume(early)).toMatchObject([{ message: { id: 7 } }]);
});

test('a tool logs on the stream of its call, no quieter than the client asked for', async () => {
  const send = await session();
  const loud = (await send(call(1, 'test_tool_with_logging'))).map(({ message }) => message?.method);
  expect(loud.filter((method) => method === 'notifications/message')).toHaveLength(3);
  await send({ jsonrpc: '2.0', id: 2, method: 'logging/setLevel', params: { level: 'warning' } });
  const quiet = (await send(call(3, 'test_tool_with_logging'))).map(({ message }) => message?.method);
  expect(quiet).not.toContain('notifications/message');
});
