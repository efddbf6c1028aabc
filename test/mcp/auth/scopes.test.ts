import { expect, test } from 'vitest';
import { startOAuthServers } from './oauth-server.ts';
import { failureOf, open } from './open.ts';

const challenge = 'Bearer scope="mcp:read", error="invalid_token"';

test.each([
  ['what the refused request needs', { challenge, resource: { scopes_supported: ['a'] } }, {}, 'mcp:read'],
  ['all that the server names', { resource: { scopes_supported: ['a', 'b'] } }, {}, 'a b'],
  ['nothing, where none is named', {}, {}, undefined],
  ['what mcp.json says', { challenge }, { auth: { type: 'oauth', scopes: ['mine'] } }, 'mine'],
  [
    'access while the user is away, where that is offered',
    { challenge, metadata: { scopes_supported: ['mcp:read', 'offline_access'] } },
    {},
    'mcp:read offline_access',
  ],
  ['no such access alone', { metadata: { scopes_supported: ['offline_access'] } }, {}, undefined],
])('asked for is %s', async (_what, odd, entry, scope) => {
  const servers = await startOAuthServers(odd);
  await (await open(servers.url, entry)).send();
  expect(servers.to('/authorize')[0]?.params['scope']).toBe(scope);
});

test('a request that needs more has the user log in for more, and what was granted stays', async () => {
  const servers = await startOAuthServers({ challenge, needs: { 'tools/call': 'mcp:write' } });
  const { send, pages } = await open(servers.url);
  expect([await send('tools/list'), await send('tools/call'), await send('tools/call')]).toEqual([
    200, 200, 200,
  ]);
  expect(pages).toHaveLength(2);
  expect(servers.to('/authorize')[1]?.params['scope']).toBe('mcp:read mcp:write');
});

test('a scope that is never granted is asked for once, not with every request', async () => {
  const servers = await startOAuthServers({ grants: 'mcp:read', needs: { 'tools/call': 'mcp:admin' } });
  const { send, pages } = await open(servers.url);
  for (const _request of [1, 2, 3]) {
    expect(await failureOf(send('tools/call'))).toMatchObject({
      code: 'auth_required',
      message: 'needs the scope mcp:admin, which the login did not bring',
    });
  }
  expect(pages).toHaveLength(2);
  expect(await send('tools/list')).toBe(200);
});

test('scopes that mcp.json says are never exceeded', async () => {
  const servers = await startOAuthServers({ needs: { 'tools/call': 'mcp:write' } });
  const { send, pages } = await open(servers.url, { auth: { type: 'oauth', scopes: ['mcp:read'] } });
  expect(await failureOf(send('tools/call'))).toMatchObject({
    hint: '"scopes" in "auth" of far in mcp.json are all that simse asks for.',
  });
  expect(pages).toHaveLength(1);
});

test('without anybody to ask, a request that needs more says so, and others go on', async () => {
  const servers = await startOAuthServers({ needs: { 'tools/call': 'mcp:write' } });
  const { dir, send } = await open(servers.url);
  await send();
  const headless = await open(servers.url, {}, { credentialsDir: dir, headless: true });
  expect(await failureOf(headless.send('tools/call'))).toMatchObject({ message: 'needs a login' });
  expect(await headless.send('tools/list')).toBe(200);
});

test('a 403 that is about something else is the answer', async () => {
  const servers = await startOAuthServers({ forbids: 'tools/call' });
  const { send, pages } = await open(servers.url);
  expect([await send(), await send('tools/call'), pages.length]).toEqual([200, 403, 1]);
});
