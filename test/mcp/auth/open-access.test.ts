import { expect, test } from 'vitest';
import { openCredentialStore } from '../../../src/mcp/auth/credential-store.ts';
import { startOAuthServers } from './oauth-server.ts';
import { failureOf, open } from './open.ts';
import { serveHttp } from './serve-http.ts';

async function serve(status: number, challenge = 'Bearer') {
  const seen: (string | undefined)[] = [];
  const origin = await serveHttp(({ headers }) => {
    seen.push(headers.authorization);
    return { status, headers: { 'www-authenticate': challenge } };
  });
  return { url: `${origin}/mcp`, origin, seen };
}

test.each([
  [
    { auth: { type: 'basic', username: 'jö', password: 'a:b' } },
    `Basic ${Buffer.from('jö:a:b').toString('base64')}`,
  ],
  [{ auth: { type: 'bearer', token: 'abc\n' } }, 'Bearer abc'],
  [{ headers: { Authorization: 'Token abc' } }, 'Token abc'],
  [{ auth: { type: 'none' } }, undefined],
  [{ auth: { type: 'bearer', token: 'abc' }, headers: { Authorization: 'other' } }, 'Bearer abc'],
])('with %j the server is shown %s', async (entry, shown) => {
  const { url, seen } = await serve(200);
  const { send, access } = await open(url, entry);
  expect(await send()).toBe(200);
  expect([seen, (await access.headers(new AbortController().signal))['authorization']]).toEqual([
    [shown],
    shown,
  ]);
});

test.each([
  [{ auth: { type: 'bearer', token: 'abc' } }, 'Bearer', 'rejects the credentials of mcp.json'],
  [{ headers: { Authorization: 'x' } }, 'Bearer', 'rejects the credentials of mcp.json'],
  [{ auth: { type: 'none' } }, 'Bearer', 'requires a login'],
  [{ auth: { type: 'none' } }, 'Basic realm="x"', 'requires a user name and a password'],
  [{}, 'Basic realm="x", charset="UTF-8"', 'requires a user name and a password'],
])('with %j a 401 (%s) means: %s', async (entry, challenge, said) => {
  const { url, seen } = await serve(401, challenge);
  const { send, pages } = await open(url, entry);
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: said,
    hint: expect.stringContaining('"auth"'),
  });
  expect([seen.length, pages]).toEqual([1, []]);
});

test('a server without OAuth cannot be logged in or out', async () => {
  const { url } = await serve(200);
  const { access } = await open(url, { auth: { type: 'bearer', token: 'abc' } });
  const logIn = access.logIn(() => Promise.resolve(null), new AbortController().signal);
  expect(await failureOf(logIn)).toMatchObject({ code: 'usage' });
  expect(await access.logOut()).toBe(false);
});

test('a redirect to another origin is not followed, and nothing is shown there', async () => {
  const evil = await serve(200);
  const location = `${evil.origin}/mcp`;
  const origin = await serveHttp(() => ({ status: 307, headers: { location } }));
  const { send } = await open(`${origin}/mcp`, { auth: { type: 'bearer', token: 'abc' } });
  expect(await failureOf(send())).toMatchObject({ code: 'config' });
  expect(evil.seen).toEqual([]);
});

test('requests to another origin carry no credentials, and are no reason to log in', async () => {
  const servers = await startOAuthServers();
  const other = await serve(401);
  const { access, send, pages } = await open(servers.url);
  await send();
  const response = await access.fetch(new URL(other.url), {});
  expect([response.status, other.seen, pages.length]).toEqual([401, [undefined], 1]);
});

test('a WebSocket is opened with the token of a login at its host', async () => {
  const servers = await startOAuthServers();
  const url = servers.url.replace('http:', 'ws:');
  const { access, pages } = await open(url, { transport: 'websocket' });
  await access.logIn(async ({ url: page }) => {
    pages.push(page);
    await fetch(page);
    return null;
  }, new AbortController().signal);
  expect(await access.headers(new AbortController().signal)).toMatchObject({
    authorization: expect.stringMatching(/^Bearer access-/),
  });
});

test('a token that cannot be sent is told without quoting it', async () => {
  const { url } = await serve(200);
  const failure = await failureOf(open(url, { auth: { type: 'bearer', token: 'sesame\nx' } }));
  expect(failure).toMatchObject({ code: 'config', message: 'has a "token" in "auth" that cannot be sent' });
});

test('a token of an authorization server that cannot be sent is not kept', async () => {
  const servers = await startOAuthServers({ tokens: { access_token: 'a\nb' } });
  const { send, dir } = await open(servers.url);
  expect(await failureOf(send())).toMatchObject({ code: 'protocol' });
  expect(await openCredentialStore(dir).logins(servers.url)).toEqual([]);
});
