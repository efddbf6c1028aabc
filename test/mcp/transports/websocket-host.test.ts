import { expect, test } from 'vitest';
import { quoteCommandLine } from '../../../src/platform/command-line.ts';
import { SOON, startHost, textOf } from '../start-host.ts';
import { remoteServer } from './connect-client.ts';
import { serveFixture } from './serve-fixture.ts';

async function start(options: object = {}, entry: object = {}) {
  const served = await serveFixture('websocket-server', options);
  const running = await startHost([remoteServer({ transport: 'websocket', url: served.url, ...entry })]);
  return { ...served, ...running };
}

test('a server behind a WebSocket is listed and called', async () => {
  const { host } = await start();

  expect(host.status()).toMatchObject([{ state: 'ready', transport: 'websocket', tools: 6 }]);
  expect(textOf(await host.catalogue.call('fixture/echo', { word: 'grüße 🎉' }))).toBe('{"word":"grüße 🎉"}');
});

test('a call in flight fails when the connection breaks, and the server comes back', async () => {
  const { host } = await start();

  await expect(host.catalogue.call('fixture/break', {})).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'server fixture dropped the connection',
  });

  await expect.poll(() => host.status(), SOON).toMatchObject([{ state: 'ready', restarts: 1 }]);
});

test('a token of the entry opens the connection; without it a login is needed', async () => {
  const auth = { type: 'bearer', token: 'secret' };
  const allowed = await start({ token: 'secret' }, { auth });
  const refused = await start({ token: 'secret' }, { auth: { type: 'none' } });

  expect(allowed.host.status()).toMatchObject([{ state: 'ready' }]);
  expect(refused.host.status()).toMatchObject([{ state: 'needs_auth' }]);
});

test('a server that never answers the handshake is given up after the time for starting', async () => {
  const { host } = await start({ silent: true }, { startupTimeoutMs: 300, restart: false });

  expect(host.status()).toMatchObject([
    { state: 'failed', detail: 'was not ready within 300 ms ("startupTimeoutMs" in mcp.json)' },
  ]);
});

test('a program for its headers that takes too long is ended after the time for starting', async () => {
  const headersHelper = quoteCommandLine([process.execPath, '-e', 'setInterval(() => {}, 1000)']);
  const begun = performance.now();
  const { host } = await start({}, { headersHelper, startupTimeoutMs: 300, restart: false });

  expect(host.status()).toMatchObject([{ state: 'failed', detail: expect.stringContaining('300 ms') }]);
  expect(performance.now() - begun).toBeLessThan(20_000);
});
