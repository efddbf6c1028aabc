import { expect, test } from 'vitest';
import { SOON, startHost, textOf } from './start-host.ts';
import { remoteServer } from './transports/connect-client.ts';
import { type ServedFixture, serveFixture } from './transports/serve-fixture.ts';

const methodsOf = ({ lines }: ServedFixture, method: string) =>
  lines.filter((line) => JSON.stringify(line).includes(`"${method}"`)).length;

test('a session that expired is renewed without a word, and the call that found it out is answered', async () => {
  const server = await serveFixture('http-server');
  const { host, notices, history } = await startHost([remoteServer({ transport: 'http', url: server.url })]);
  let changes = 0;
  host.catalogue.onChange(() => {
    changes += 1;
  });
  server.tell({ forgets: true });

  await expect
    .poll(async () => {
      const result = await host.catalogue.call('fixture/echo', { word: 'hi' });
      return textOf(result) === '{"word":"hi"}' && methodsOf(server, 'initialize');
    }, SOON)
    .toBe(2);

  expect(notices).toEqual([]);
  expect(changes).toBe(0);
  expect(history.map(({ state }) => state)).toEqual(['starting', 'ready', 'starting', 'ready']);
  expect(host.status()).toMatchObject([{ state: 'ready', restarts: 0, tools: 1 }]);
});

test('many calls that an expired session turned away are all answered by one new session', async () => {
  const server = await serveFixture('http-server');
  const { host } = await startHost([remoteServer({ transport: 'http', url: server.url })]);
  server.tell({ forgets: true, delays: { 'tools/call': 50 } });
  await expect.poll(() => methodsOf(server, 'initialize')).toBe(1);

  const calls = Array.from({ length: 10 }, (_, index) => host.catalogue.call('fixture/echo', { index }));

  expect((await Promise.all(calls)).map(textOf)).toEqual(calls.map((_, index) => `{"index":${index}}`));
  expect(methodsOf(server, 'initialize')).toBeLessThanOrEqual(2);
});

test('a server that forgets every session fails the call instead of going on for ever', async () => {
  const server = await serveFixture('http-server', { statuses: { 'tools/call': { status: 404 } } });
  const { host } = await startHost([remoteServer({ transport: 'http', url: server.url })]);

  await expect(host.catalogue.call('fixture/echo', {})).rejects.toMatchObject({ code: 'mcp_failed' });

  await expect.poll(() => methodsOf(server, 'tools/call'), SOON).toBe(2);
});

test('a remote server that says nothing any more is found out while nobody calls it', async () => {
  const server = await serveFixture('http-server');
  const { host, notices } = await startHost([remoteServer({ transport: 'http', url: server.url })], {
    keepAliveTimes: { idleMs: 100, answerMs: 300 },
  });
  await expect.poll(() => methodsOf(server, 'ping'), SOON).toBeGreaterThan(1);
  expect(host.status()).toMatchObject([{ state: 'ready' }]);

  server.tell({ hangs: ['ping'] });

  await expect
    .poll(() => notices, SOON)
    .toContain('warn fixture: did not answer ping within 300 ms; 1 tool gone');
  server.tell({ hangs: [] });
  await expect.poll(() => host.status(), SOON).toMatchObject([{ state: 'ready' }]);
});

test('a server of which only the address is known is shown with the transport that it has', async () => {
  const { url } = await serveFixture('sse-server');
  const { host } = await startHost([remoteServer({ transport: 'http', detected: true, url })]);

  expect(host.status()).toMatchObject([{ state: 'ready', transport: 'sse', target: url }]);
});
