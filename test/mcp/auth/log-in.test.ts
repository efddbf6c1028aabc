import { expect, test } from 'vitest';
import { SimseError } from '../../../src/core/errors.ts';
import { startOAuthServers } from './oauth-server.ts';
import { browse, failureOf, open } from './open.ts';

test('a server that requires a login gets one, the request is sent again, and the login serves for the next', async () => {
  const servers = await startOAuthServers();
  const { send, pages, dir } = await open(servers.url);
  expect([await send(), await send()]).toEqual([200, 200]);
  expect(pages).toHaveLength(1);
  const later = await open(servers.url, {}, { credentialsDir: dir });
  expect(await later.send()).toBe(200);
  expect([later.pages, servers.to('/authorize').length]).toEqual([[], 1]);
});

test('the login page is asked with PKCE, a state, the resource and the callback on this machine', async () => {
  const servers = await startOAuthServers();
  const { send } = await open(servers.url);
  await send();
  const [page] = servers.to('/authorize');
  expect(page?.params).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    resource: servers.url,
    state: expect.stringMatching(/^[\w-]{43}$/),
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
  });
  expect(servers.to('/token')[0]?.params).toMatchObject({ resource: servers.url });
  expect(JSON.parse(servers.to('/register')[0]?.body ?? '')).toMatchObject({
    application_type: 'native',
    redirect_uris: [page?.params['redirect_uri']],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  });
});

test('without anybody to ask, the error says how to log in', async () => {
  const servers = await startOAuthServers();
  const { send } = await open(servers.url, {}, { headless: true });
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: 'needs a login',
    hint: 'Run `simse mcp login far`.',
  });
  expect(servers.seen.filter(({ to }) => to === 'as')).toEqual([]);
});

test('an answer with a foreign state is turned away, and the login goes on waiting', async () => {
  const servers = await startOAuthServers({ answer: { state: 'not-ours' } });
  const answers: string[] = [];
  const { send } = await open(
    servers.url,
    {},
    {
      async showLogIn({ url }) {
        answers.push(await browse(url));
        servers.odd.answer = {};
        answers.push(await browse(url));
        return null;
      },
    },
  );
  expect(await send()).toBe(200);
  expect(answers).toEqual([
    expect.stringContaining('This is not the login simse is waiting for'),
    expect.stringContaining('You can close this page'),
  ]);
  expect(servers.to('/token')).toHaveLength(1);
});

test('a login that nobody finishes ends, and says that others came by', async () => {
  const servers = await startOAuthServers({ answer: { state: null } });
  const { send } = await open(servers.url, {}, { logInTimeoutMs: 300 });
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: 'was not logged in to within 0.3 s; an answer to some other login was turned away',
  });
  expect(servers.to('/token')).toEqual([]);
});

test.each([
  ['another name', { iss: 'https://evil.test' }, {}],
  ['no name where one is promised', {}, { authorization_response_iss_parameter_supported: true }],
])('an answer by somebody with %s gets nothing', async (_what, answer, metadata) => {
  const servers = await startOAuthServers({ answer, metadata });
  const { send } = await open(servers.url);
  expect(await failureOf(send())).toMatchObject({
    code: 'protocol',
    message: expect.stringMatching(/^had its login answered by .* the login was stopped$/),
  });
  expect(servers.to('/token')).toEqual([]);
});

test('an authorization server may name itself in the answer', async () => {
  const servers = await startOAuthServers({
    metadata: { authorization_response_iss_parameter_supported: true },
  });
  servers.odd.answer = { iss: servers.issuer };
  expect(await (await open(servers.url)).send()).toBe(200);
});

test('an authorization server that calls itself by another name is not logged in at', async () => {
  const servers = await startOAuthServers({ metadata: { issuer: 'https://evil.test' } });
  const { send, pages } = await open(servers.url);
  expect(await failureOf(send())).toMatchObject({
    code: 'protocol',
    message: `has the authorization server ${servers.issuer}, which calls itself https://evil.test; the login was stopped`,
  });
  expect(pages).toEqual([]);
});

test('a server that asks for a login for another server gets none', async () => {
  const servers = await startOAuthServers({ resource: { resource: 'https://bank.test/mcp' } });
  const { send, pages } = await open(servers.url);
  expect(await failureOf(send())).toMatchObject({
    code: 'protocol',
    message: 'asks for a login for https://bank.test/mcp, which is another server; the login was stopped',
  });
  expect([pages, servers.seen.filter(({ to }) => to === 'as')]).toEqual([[], []]);
});

test('a login that is refused is told in the words of the authorization server', async () => {
  const servers = await startOAuthServers({
    answer: { code: null, error: 'access_denied', error_description: 'not <b>you</b>\u001b[31m' },
  });
  const shown: string[] = [];
  const { send } = await open(
    servers.url,
    {},
    {
      async showLogIn({ url }) {
        shown.push(await browse(url));
        return null;
      },
    },
  );
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: 'refused the login: access_denied: not <b>you</b>',
  });
  await expect.poll(() => shown[0]).toContain('not &#60;b&#62;you&#60;/b&#62;');
  expect(shown[0]).not.toContain('<b>');
});

test('a user who declines is not asked again for the same request', async () => {
  const servers = await startOAuthServers();
  let asked = 0;
  const { send } = await open(
    servers.url,
    {},
    {
      async showLogIn() {
        asked += 1;
        throw new SimseError('cancelled', 'left');
      },
    },
  );
  expect(await failureOf(send())).toMatchObject({ code: 'cancelled' });
  expect(asked).toBe(1);
});

test('where the browser cannot come back, the address that it ended at is pasted', async () => {
  const servers = await startOAuthServers();
  const { send } = await open(
    servers.url,
    {},
    {
      async showLogIn({ url }) {
        const { headers } = await fetch(url, { redirect: 'manual' });
        return ` ${headers.get('location')}\n`;
      },
    },
  );
  expect(await send()).toBe(200);
});

test.each([
  ['something else', () => 'the code is 1234'],
  ['another address', (location: string) => location.replace('/callback', '/elsewhere')],
  ['the answer to another login', (location: string) => location.replace(/state=[^&]*/, 'state=x')],
])('%s that is pasted is no login', async (_what, change) => {
  const servers = await startOAuthServers();
  const { send } = await open(
    servers.url,
    {},
    {
      async showLogIn({ url }) {
        const { headers } = await fetch(url, { redirect: 'manual' });
        return change(headers.get('location') ?? '');
      },
    },
  );
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: 'was not logged in to: the pasted address is not the answer to it',
  });
  expect(servers.to('/token')).toEqual([]);
});

test('a server that refuses the login it was just given is not logged in to again', async () => {
  const servers = await startOAuthServers({ refuseAll: true });
  const { send, pages } = await open(servers.url);
  expect(await failureOf(send())).toMatchObject({
    code: 'auth_required',
    message: 'rejects the login it was just given',
  });
  expect(pages).toHaveLength(1);
});

test('the login is given up with the request that waits for it', async () => {
  const servers = await startOAuthServers();
  const ending = new AbortController();
  let shown: AbortSignal | undefined;
  const { access } = await open(
    servers.url,
    {},
    {
      async showLogIn(_page, { signal }) {
        shown = signal;
        ending.abort(new Error('stopped'));
        return null;
      },
    },
  );
  const sent = access.fetch(new URL(servers.url), { method: 'POST', signal: ending.signal });
  await expect(sent).rejects.toThrow('stopped');
  expect(shown?.aborted).toBe(true);
});

test('whoever keeps deadlines is told while a person logs in', async () => {
  const servers = await startOAuthServers();
  const told: string[] = [];
  const { send } = await open(
    servers.url,
    {},
    {
      onLogIn() {
        told.push('begins');
        return () => told.push('ends');
      },
    },
  );
  await send();
  expect(told).toEqual(['begins', 'ends']);
});

test('many requests at once are one login', async () => {
  const servers = await startOAuthServers();
  const { send, pages } = await open(servers.url);
  expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200]);
  expect(pages).toHaveLength(1);
});

test('logging in anew leaves what is kept alone until it has worked', async () => {
  const servers = await startOAuthServers();
  const { access, send, pages } = await open(servers.url);
  await send();
  const signal = new AbortController().signal;
  await access.logIn(async ({ url }) => {
    pages.push(url);
    await browse(url);
    return null;
  }, signal);
  expect(pages).toHaveLength(2);
  expect(servers.to('/register')).toHaveLength(2);
  expect(await send()).toBe(200);
  expect(pages).toHaveLength(2);
});
