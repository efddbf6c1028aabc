import { expect, test } from 'vitest';
import { createHost, SOON, startHost, textOf } from '../start-host.ts';
import { remoteServer } from './connect-client.ts';
import { allReceived, instruct, received } from './connect-http.ts';
import { serveFixture } from './serve-fixture.ts';

async function start(options: object = {}, program = 'http-server', entry: object = { transport: 'http' }) {
  const served = await serveFixture(program, options);
  const running = await startHost([remoteServer({ url: served.url, ...entry })]);
  return { ...served, ...running };
}

const ECHO = ['fixture/echo', { word: 'hi' }] as const;
const ECHOED = '{"word":"hi"}';

test.each([
  ['Streamable HTTP', 'http-server', { transport: 'http' }],
  ['HTTP+SSE', 'sse-server', { transport: 'sse' }],
  ['HTTP+SSE at an address that does not say so', 'sse-server', { transport: 'http', detected: true }],
])('a server of %s is listed and called', async (_, program, entry) => {
  const { host, notices } = await start({}, program, entry);

  expect(host.status()).toMatchObject([{ state: 'ready', protocolVersion: '2025-11-25', tools: 1 }]);
  expect(textOf(await host.catalogue.call(...ECHO))).toBe(ECHOED);
  expect(notices).toEqual([]);
});

test('a session that expired is begun anew, and nobody notices', async () => {
  const server = await start();
  const { host, notices } = server;
  await host.catalogue.call(...ECHO);
  await instruct(server, { forgets: true });

  const results = await Promise.all(Array.from({ length: 5 }, () => host.catalogue.call(...ECHO)));

  expect(results.map(textOf)).toEqual(Array.from({ length: 5 }, () => ECHOED));
  expect(host.status()).toMatchObject([{ state: 'ready', restarts: 0 }]);
  expect(notices).toEqual([]);
  expect(await allReceived(server, 'initialize')).toHaveLength(2);
});

test.each([
  [401, 'needs_auth', /login/],
  [403, 'failed', /403 Forbidden/],
  [404, 'failed', /404 Not Found/],
  [405, 'failed', /405 Method Not Allowed/],
])('a server that answers the handshake with %i is not tried again', async (status, state, detail) => {
  const server = await start({ statuses: { initialize: { status } } });

  expect(server.host.status()).toMatchObject([{ state, detail: expect.stringMatching(detail), restarts: 0 }]);
  expect(await allReceived(server, 'initialize')).toHaveLength(1);
});

test('a server that answers with 500 is tried again, and comes', async () => {
  const server = await start({ statuses: { initialize: { status: 500 } } });

  await instruct(server, { statuses: {} });

  await expect.poll(() => server.host.status(), SOON).toMatchObject([{ state: 'ready' }]);
});

test('a call that hangs is given up after its time, and the next one is answered', async () => {
  const server = await start({ hangs: ['tools/call'] }, 'http-server', { transport: 'http', timeoutMs: 200 });

  await expect(server.host.catalogue.call(...ECHO)).rejects.toMatchObject({ code: 'timeout' });

  await expect.poll(() => received(server, 'notifications/cancelled')).toHaveLength(1);
  await instruct(server, { hangs: [] });
  expect(textOf(await server.host.catalogue.call(...ECHO))).toBe(ECHOED);
});

test('calls in flight fail when a stream breaks, and are not sent again', async () => {
  const server = await start({ breaks: ['tools/call'] });

  const outcomes = await Promise.allSettled([1, 2, 3].map(() => server.host.catalogue.call(...ECHO)));

  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      reason: { code: 'mcp_failed', message: 'server fixture cut off its answer to tools/call' },
    });
  }
  expect(await allReceived(server, 'tools/call')).toHaveLength(3);
  expect(server.host.status()).toMatchObject([{ state: 'ready', restarts: 0 }]);
});

test('a stream of HTTP+SSE that ends while nothing is asked is opened again, and nobody notices', async () => {
  const server = await start({}, 'sse-server', { transport: 'sse' });

  await instruct(server, { ends: true });

  await expect.poll(() => received(server, 'initialize'), SOON).toHaveLength(2);
  expect(textOf(await server.host.catalogue.call(...ECHO))).toBe(ECHOED);
  expect(server.notices).toEqual([]);
});

test('taking leave of a server is no reason for a login', async () => {
  const served = await serveFixture('http-server', { statuses: { DELETE: { status: 401 } } });
  const { host } = await createHost([remoteServer({ transport: 'http', url: served.url })]);
  host.serveClient({ showLogIn: () => Promise.resolve(null) });
  await host.start();

  await host[Symbol.asyncDispose]();

  await expect.poll(() => received(served, 'DELETE')).toHaveLength(1);
  // Nobody has looked for where to log in.
  expect(new Set(served.lines.map((line) => line['path']))).toEqual(new Set(['/mcp']));
});
