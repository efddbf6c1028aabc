import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { type SeenRequest, startOAuthServers } from './oauth-server.ts';
import { failureOf, open } from './open.ts';
import { serveHttp } from './serve-http.ts';

const machine = {
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
};

function authorizationOf(request: SeenRequest | undefined): string {
  const [, pair = ''] = (request?.headers.authorization ?? '').split(' ');
  return Buffer.from(pair, 'base64').toString('utf8');
}

test('a client of mcp.json is used as it is, with its secret in the way the server wants', async () => {
  const auth = { type: 'oauth', clientId: 'me', clientSecret: 'a+b/c:d ü' };
  const basic = await startOAuthServers({ metadata: { registration_endpoint: undefined } });
  await (await open(basic.url, { auth })).send();
  expect(authorizationOf(basic.to('/token')[0])).toBe('me:a%2Bb%2Fc%3Ad+%C3%BC');
  expect(basic.to('/register')).toEqual([]);

  const post = await startOAuthServers({
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
  });
  await (await open(post.url, { auth })).send();
  expect(post.to('/token')[0]?.params).toMatchObject({ client_id: 'me', client_secret: 'a+b/c:d ü' });
});

test('a client is known by the address of its metadata, where the server takes that', async () => {
  const address = 'https://simse.test/client.json';
  const auth = { type: 'oauth', clientMetadataUrl: address };
  const modern = await startOAuthServers({ metadata: { client_id_metadata_document_supported: true } });
  await (await open(modern.url, { auth })).send();
  expect(modern.to('/authorize')[0]?.params['client_id']).toBe(address);
  const older = await startOAuthServers();
  await (await open(older.url, { auth })).send();
  expect(older.to('/register')).toHaveLength(1);
});

test('a server that takes no new clients says what to write down', async () => {
  const servers = await startOAuthServers({ metadata: { registration_endpoint: undefined } });
  expect(await failureOf((await open(servers.url)).send())).toMatchObject({
    code: 'auth_required',
    message: 'only lets registered clients log in',
    hint: 'Register simse there, then set its "clientId" in "auth" of far in mcp.json.',
  });
});

test.each([
  ['its reason', { error: 'access_denied', error_description: 'ask us first' }, 'ask us first'],
  ['something that is no reason', 'Forbidden', 'HTTP 403'],
])('a server that refuses to register simse with %s says what to write down', async (_, body, said) => {
  const servers = await startOAuthServers({ refuse: { registration: { status: 403, body } } });
  expect(await failureOf((await open(servers.url)).send())).toMatchObject({
    code: 'auth_required',
    message: `has a login that did not register simse: ${said}`,
    hint: 'Register simse there, then set its "clientId" in "auth" of far in mcp.json.',
  });
});

test('the port of the callback can be given, and says so when it is taken', async () => {
  const taken = Number(new URL(await serveHttp(() => ({ status: 200 }))).port);
  const servers = await startOAuthServers();
  const { send } = await open(servers.url, { auth: { type: 'oauth', callbackPort: taken } });
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: `needs port ${taken} for its login, but it is in use`,
  });
});

test('a machine logs in by its secret, and nobody is asked', async () => {
  const servers = await startOAuthServers({ metadata: machine, resource: { scopes_supported: ['a', 'b'] } });
  const auth = { type: 'oauth', clientId: 'me', clientSecret: 'sesame' };
  const { send, pages } = await open(servers.url, { auth }, { headless: true });
  expect([await send(), pages]).toEqual([200, []]);
  expect(servers.to('/token')[0]?.params).toMatchObject({ grant_type: 'client_credentials', scope: 'a b' });
  expect(authorizationOf(servers.to('/token')[0])).toBe('me:sesame');
});

test('where both a user and a machine may log in, mcp.json decides', async () => {
  const metadata = { ...machine, grant_types_supported: ['authorization_code', 'client_credentials'] };
  const servers = await startOAuthServers({ metadata });
  const auth = { type: 'oauth', clientId: 'me', clientSecret: 'sesame' };
  await (await open(servers.url, { auth })).send();
  await (await open(servers.url, { auth: { ...auth, grant: 'client_credentials' } })).send();
  expect(servers.to('/token').map(({ params }) => params['grant_type'])).toEqual([
    'authorization_code',
    'client_credentials',
  ]);
});

test.each([
  ['ec', 'sec1', 'ES256'],
  ['ec', 'pkcs8', 'ES256'],
  ['rsa', 'pkcs8', 'RS256'],
] as const)('a machine signs with an %s key (%s)', async (kind, type, algorithm) => {
  const key =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const pem = key.export({ format: 'pem', type }).toString();
  const servers = await startOAuthServers({
    metadata: { ...machine, token_endpoint_auth_methods_supported: ['private_key_jwt'] },
  });
  // As it stands in a variable that was set on one line.
  const auth = { type: 'oauth', clientId: 'me', privateKey: pem.replaceAll('\n', '\\n') };
  expect(await (await open(servers.url, { auth })).send()).toBe(200);
  const { client_assertion: assertion = '', client_secret: secret } = servers.to('/token')[0]?.params ?? {};
  const [head, claims] = assertion
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  expect(head).toMatchObject({ alg: algorithm });
  expect(claims).toMatchObject({ iss: 'me', sub: 'me', aud: servers.issuer });
  expect(secret).toBeUndefined();
});

test('a key that is none is told without quoting it', async () => {
  const servers = await startOAuthServers({ metadata: machine });
  const { send } = await open(servers.url, { auth: { type: 'oauth', clientId: 'me', privateKey: 'sesame' } });
  const failure = await failureOf(send());
  expect(failure).toMatchObject({ code: 'config' });
  expect(failure.message).not.toContain('sesame');
});

test('a secret goes to the authorization server that had it first, and to no other', async () => {
  const auth = { type: 'oauth', clientId: 'me', clientSecret: 'sesame' };
  const servers = await startOAuthServers({ metadata: machine });
  const { send, dir, access } = await open(servers.url, { auth });
  await send();
  const evil = await startOAuthServers({ metadata: machine });
  servers.odd.resource = { authorization_servers: [evil.issuer] };
  servers.expireTokens();
  servers.odd.refuse = { refresh_token: { status: 400, body: { error: 'invalid_grant' } } };
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: `now asks for a login at ${evil.issuer}, not at ${servers.issuer}; no secret was sent there`,
  });
  expect(evil.to('/token')).toEqual([]);
  await access.logOut();
  expect(await failureOf((await open(servers.url, { auth }, { credentialsDir: dir })).send())).toMatchObject({
    message: 'rejects the login it was just given',
  });
});

test('the authorization server that mcp.json names is the only one', async () => {
  const evil = await startOAuthServers();
  const servers = await startOAuthServers();
  servers.odd.resource = { authorization_servers: [evil.issuer] };
  const { send, pages } = await open(servers.url, { auth: { type: 'oauth', issuer: servers.issuer } });
  expect(await failureOf(send())).toMatchObject({ code: 'auth_required' });
  expect(pages).toEqual([]);
  servers.odd.resource = { authorization_servers: [evil.issuer, servers.issuer] };
  expect(await send()).toBe(200);
  expect(new URL(pages[0] ?? '').origin).toBe(servers.issuer);
});

test("a company's identity provider signs its employees in, and nobody is asked", async () => {
  const seen: URLSearchParams[] = [];
  const provider = await serveHttp((_request, body) => {
    seen.push(new URLSearchParams(body));
    const issued = 'urn:ietf:params:oauth:token-type:id-jag';
    return { status: 200, json: { access_token: 'asserted', issued_token_type: issued, token_type: 'N_A' } };
  });
  const servers = await startOAuthServers({ metadata: { ...machine, grant_types_supported: [] } });
  const { send, pages } = await open(servers.url, {
    auth: {
      type: 'oauth',
      clientId: 'me',
      clientSecret: 'sesame',
      identityProvider: { tokenEndpoint: `${provider}/token`, clientId: 'simse', idToken: 'who-i-am' },
    },
  });
  expect([await send(), pages]).toEqual([200, []]);
  expect(Object.fromEntries(seen[0] ?? [])).toMatchObject({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: 'who-i-am',
    audience: servers.issuer,
    resource: servers.url,
    client_id: 'simse',
  });
  expect(servers.to('/token')[0]?.params).toMatchObject({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: 'asserted',
  });
});

test('a server of before 2025-06, without any metadata, has its endpoints in fixed places', async () => {
  const seen: string[] = [];
  let isLoggedIn = false;
  const origin = await serveHttp(({ url = '', method }, _body) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    seen.push(`${method} ${pathname}`);
    if (pathname === '/mcp') return { status: isLoggedIn ? 200 : 401 };
    if (pathname === '/register')
      return { status: 201, json: { client_id: 'old', redirect_uris: ['http://127.0.0.1'] } };
    if (pathname === '/authorize') {
      const location = `${searchParams.get('redirect_uri')}?code=1&state=${searchParams.get('state')}`;
      return { status: 302, headers: { location } };
    }
    if (pathname !== '/token') return { status: 404 };
    isLoggedIn = true;
    return { status: 200, json: { access_token: 'old-token', token_type: 'bearer' } };
  });
  expect(await (await open(`${origin}/mcp`)).send()).toBe(200);
  expect(seen.slice(-4)).toEqual(['POST /register', 'GET /authorize', 'POST /token', 'POST /mcp']);
});
