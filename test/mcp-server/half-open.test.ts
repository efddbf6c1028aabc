import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveHttp } from '../../src/mcp-server/http/serve-http.ts';
import { ownFeatures } from './own-features.ts';

const TOKEN = 'a-token-of-the-test-run';
const HALF_OPEN = 1050;
const ANSWER_MS = 5000;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'script', version: '1' } },
};

async function serve(secret: { type: 'bearer'; token: string } | null, requestMs = 30_000) {
  const { features } = await ownFeatures();
  const listener = await serveHttp({
    version: '1',
    features,
    onClientLog() {},
    host: '127.0.0.1',
    port: 0,
    secret,
    requestMs,
  });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  return listener;
}

/** Connections that begin a request and leave it at that. */
async function openHalf(port: number, begun: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (let opened = 0; opened < count; opened += 50) {
    const some = Array.from({ length: 50 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.on('connect', () => socket.write(begun));
      sockets.push(socket);
      return once(socket, 'connect').catch(() => {});
    });
    await Promise.all(some);
  }
  return sockets;
}

/** The status of a session that a new client opens. */
async function openSession(origin: string): Promise<number> {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(INITIALIZE),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await response.text();
  return response.status;
}

const headOf = (port: number): string => `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
const bodyOf = (port: number): string =>
  `${headOf(port)}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000\r\n\r\n{`;

test.each([
  ['say nothing', () => '', { type: 'bearer', token: TOKEN } as const],
  ['stop within a header', headOf, { type: 'bearer', token: TOKEN } as const],
  ['stop within a body, where nobody is asked for a token', bodyOf, null],
])(
  `a client gets in beside ${HALF_OPEN} connections that %s`,
  async (_what, begun, secret) => {
    const { origin, port } = await serve(secret);
    await openHalf(port, begun(port), HALF_OPEN);
    expect(await openSession(origin)).toBe(200);
  },
  60_000,
);

test('those who are being answered, or listen, are not sent away for others', async () => {
  const { origin, port } = await serve({ type: 'bearer', token: TOKEN });
  const headers = { authorization: `Bearer ${TOKEN}`, accept: 'application/json, text/event-stream' };
  const opened = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(INITIALIZE),
  });
  await opened.text();
  const session = opened.headers.get('mcp-session-id') ?? '';
  const stream = await fetch(`${origin}/mcp`, { headers: { ...headers, 'mcp-session-id': session } });
  const reader = stream.body?.getReader();
  let hasEnded = false;
  reader?.read().then(
    ({ done }) => (hasEnded = done),
    () => (hasEnded = true),
  );
  await openHalf(port, headOf(port), HALF_OPEN);
  expect(await openSession(origin)).toBe(200);
  expect(hasEnded).toBe(false);
  await reader?.cancel();
}, 60_000);

test('a header that does not come to its end is given up', async () => {
  const { port } = await serve(null, 400);
  const [socket] = await openHalf(port, headOf(port), 50);
  if (socket === undefined) throw new Error('no connection');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  await once(socket, 'close');
  expect(answer).toContain('408 Request Timeout');
});
