import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCredentialStore } from '../../../src/mcp/auth/credential-store.ts';
import { type OAuthServers, startOAuthServers } from './oauth-server.ts';
import { browse, failureOf, type Opened, open } from './open.ts';

const never = new AbortController().signal;

/** Somebody who is logged in, whose token the server no longer takes. */
async function openExpired(servers: OAuthServers, entry = {}): Promise<Opened> {
  const opened = await open(servers.url, entry);
  await opened.send();
  servers.expireTokens();
  return opened;
}

function refreshesOf(servers: OAuthServers): number {
  return servers.to('/token').filter(({ params }) => params['grant_type'] === 'refresh_token').length;
}

test('a token that is refused is renewed without asking anybody', async () => {
  const servers = await startOAuthServers();
  const { send, pages } = await openExpired(servers);
  expect([await send(), pages.length, refreshesOf(servers)]).toEqual([200, 1, 1]);
});

test('a token that has run out is renewed before it is sent', async () => {
  const servers = await startOAuthServers();
  const { send, dir } = await open(servers.url);
  await send();
  const store = openCredentialStore(dir);
  const [login] = await store.logins(servers.url);
  if (login?.expiresAt === undefined) throw new Error('No login was kept.');
  expect(login.expiresAt - Date.now()).toBeGreaterThan(3_500_000);
  await store.save({ ...login, expiresAt: Date.now() - 1 });
  const before = servers.to('/mcp').length;
  expect(await (await open(servers.url, {}, { credentialsDir: dir })).send()).toBe(200);
  expect([servers.to('/mcp').length - before, refreshesOf(servers)]).toEqual([1, 1]);
});

test('many requests at once are one renewal', async () => {
  const servers = await startOAuthServers();
  const { send } = await openExpired(servers);
  expect(await Promise.all([send(), send(), send(), send()])).toEqual([200, 200, 200, 200]);
  expect(refreshesOf(servers)).toBe(1);
});

test('two runs of simse at once are one renewal', async () => {
  const servers = await startOAuthServers();
  const one = await openExpired(servers);
  const other = await open(servers.url, {}, { credentialsDir: one.dir });
  expect(await Promise.all([one.send(), other.send()])).toEqual([200, 200]);
  expect([refreshesOf(servers), other.pages]).toEqual([1, []]);
});

test('a token that another run has renewed is taken over', async () => {
  const servers = await startOAuthServers();
  const one = await openExpired(servers);
  const other = await open(servers.url, {}, { credentialsDir: one.dir });
  await other.send();
  expect(await one.send()).toBe(200);
  expect(refreshesOf(servers)).toBe(1);
});

test('a login that another run has made is taken over', async () => {
  const servers = await startOAuthServers();
  const waiting = await open(servers.url, {}, { headless: true });
  await expect(waiting.send()).rejects.toThrow('needs a login');
  await (await open(servers.url, {}, { credentialsDir: waiting.dir })).send();
  expect(await waiting.send()).toBe(200);
});

test('a login that can no longer be renewed is made anew, by the same client', async () => {
  const servers = await startOAuthServers();
  const { send, pages } = await openExpired(servers);
  servers.odd.refuse = { refresh_token: { status: 400, body: { error: 'invalid_grant' } } };
  expect([await send(), pages.length, servers.to('/register').length]).toEqual([200, 2, 1]);
});

test('a client that is no longer known is registered anew', async () => {
  const servers = await startOAuthServers();
  const { send } = await openExpired(servers);
  servers.odd.refuse = { refresh_token: { status: 401, body: { error: 'invalid_client' } } };
  expect([await send(), servers.to('/register').length]).toEqual([200, 2]);
});

test.each([
  ['an error page', 502, '<html>'],
  ['an error that passes', 400, { error: 'temporarily_unavailable' }],
])('trouble at the authorization server, as %s, ends no login', async (_what, status, body) => {
  const servers = await startOAuthServers();
  const { send, pages } = await openExpired(servers);
  servers.odd.refuse = { refresh_token: { status, body } };
  await failureOf(send());
  servers.odd.refuse = {};
  expect([await send(), pages.length]).toEqual([200, 1]);
});

test('a refresh token is only ever sent to who gave it out', async () => {
  const servers = await startOAuthServers();
  const { send } = await openExpired(servers);
  servers.odd.metadata = { issuer: 'https://evil.test' };
  expect(await failureOf(send())).toMatchObject({ code: 'protocol' });
  expect(refreshesOf(servers)).toBe(0);
});

test('logging out revokes both tokens and forgets the login', async () => {
  const servers = await startOAuthServers();
  const { access, send, pages, dir } = await open(servers.url);
  await send();
  expect(await access.logOut()).toBe(true);
  expect(servers.to('/revoke').map(({ params }) => params)).toEqual([
    {
      token: expect.stringMatching(/^refresh-/),
      token_type_hint: 'refresh_token',
      client_id: expect.any(String),
    },
    {
      token: expect.stringMatching(/^access-/),
      token_type_hint: 'access_token',
      client_id: expect.any(String),
    },
  ]);
  expect(JSON.parse(await readFile(join(dir, 'credentials.json'), 'utf8'))).toEqual({
    version: 1,
    logins: [],
  });
  await send();
  expect(pages).toHaveLength(2);
});

test('logging out forgets the login, also where it cannot be revoked', async () => {
  const servers = await startOAuthServers();
  const { access, send, logs, dir } = await open(servers.url);
  await send();
  servers.odd.refuse = { revocation: { status: 503, body: '' } };
  expect([await access.logOut(), await access.logOut()]).toEqual([true, false]);
  expect(await openCredentialStore(dir).logins(servers.url)).toEqual([]);
  expect(logs.at(-1)).toMatch(/^the login could not be revoked: /);
});

test('an authorization server that revokes nothing is not asked to', async () => {
  const servers = await startOAuthServers({ metadata: { revocation_endpoint: undefined } });
  const { access, send } = await open(servers.url);
  await send();
  expect(await access.logOut()).toBe(true);
  expect(servers.to('/revoke')).toEqual([]);
});

test('a token that is none for a bearer is not used', async () => {
  const servers = await startOAuthServers({ tokens: { token_type: 'DPoP' } });
  expect(await failureOf((await open(servers.url)).send())).toMatchObject({ code: 'protocol' });
});

test('no secret is in a log line or an error, even when the authorization server echoes it', async () => {
  const servers = await startOAuthServers();
  const { send, access, logs } = await openExpired(servers);
  const told: string[] = [];
  const tell = async (promise: Promise<unknown>): Promise<void> => {
    const { message, hint, cause } = await failureOf(promise);
    told.push(message, hint ?? '', JSON.stringify(cause ?? ''));
  };
  const refresh = servers.secrets().find((secret) => secret.startsWith('refresh-')) ?? '';
  const echo = (secret: string) => ({ error: 'server_error', error_description: `no ${secret} here` });
  servers.odd.refuse = { refresh_token: { status: 400, body: echo(refresh) } };
  await tell(send());
  servers.odd.refuse = { refresh_token: { status: 400, body: { error: 'invalid_grant' } } };
  servers.odd.answer = { code: 'code-of-the-evil-one' };
  servers.odd.refuse['authorization_code'] = { status: 400, body: echo('code-of-the-evil-one') };
  await tell(send());
  servers.odd.refuse = {};
  servers.odd.answer = {};
  await access.logIn(async ({ url }) => (await browse(url), null), never);
  await access.logOut();
  const everything = [...told, ...logs].join('\n');
  expect(everything).toContain('no … here');
  for (const secret of [...servers.secrets(), 'code-of-the-evil-one'])
    expect(everything).not.toContain(secret);
});
