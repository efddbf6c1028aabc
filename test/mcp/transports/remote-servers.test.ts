import { expect, test } from 'vitest';
import { startHost, textOf } from '../start-host.ts';
import { remoteServer } from './connect-client.ts';
import { serveFixture } from './serve-fixture.ts';

test('a server behind a WebSocket is listed and called', async () => {
  const { url } = await serveFixture('websocket-server');
  const { host } = await startHost([remoteServer({ transport: 'ws', url })]);

  expect(host.status()).toMatchObject([{ state: 'ready', transport: 'websocket', tools: 6 }]);
  expect(textOf(await host.catalogue.call('fixture/echo', { word: 'grüße 🎉' }))).toBe('{"word":"grüße 🎉"}');
});

test('a call in flight fails when the connection breaks, and the server comes back', async () => {
  const { url } = await serveFixture('websocket-server');
  const { host } = await startHost([remoteServer({ transport: 'websocket', url })]);

  await expect(host.catalogue.call('fixture/break', {})).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'server fixture broke off the connection',
  });

  await expect.poll(() => host.status()).toMatchObject([{ state: 'ready', restarts: 1 }]);
});
