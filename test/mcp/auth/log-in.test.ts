import { expect, test } from 'vitest';
import { startOAuthServers } from './oauth-server.ts';
import { open } from './open.ts';

test('a server that wants a login gets one, and the request is sent again', async () => {
  const servers = await startOAuthServers();
  const { send, pages } = await open(servers.url);
  expect(await send()).toBe(200);
  expect(pages).toHaveLength(1);
  expect(await send()).toBe(200);
  expect(pages).toHaveLength(1);
});
