import { expect, test } from 'vitest';
import { LOCALHOST_CERT, type ProxyServer, startProxy, tlsInFrontOf } from '../helpers/proxy.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { startOAuthServers } from '../mcp/auth/oauth-server.ts';
import { serveFixture } from '../mcp/transports/serve-fixture.ts';
import { modelSandbox } from './model-sandbox.ts';

/** A name that only the proxy knows. */
const elsewhere = (url: string): string => url.replace(/127\.0\.0\.1|localhost/, 'far.test');

/** What sends everything through a proxy, also what is on this machine. */
const allBy = (proxy: ProxyServer): Record<string, string> => ({
  ALL_PROXY: proxy.url,
  NO_PROXY: '<-loopback>',
  NODE_EXTRA_CA_CERTS: LOCALHOST_CERT,
});

async function sandboxWith(entry: object): Promise<Sandbox> {
  return createSandbox({ 'config/mcp.json': { servers: [{ name: 'far', ...entry }] } });
}

const ECHO = ['mcp', 'call', 'far/echo', '{"word":"hi"}'];

test.each([
  ['http', 'http-server', ECHO],
  ['sse', 'sse-server', ECHO],
  ['lucenia-sse', 'lucenia-server', ['mcp', 'call', 'far/index_stats', '{"index":"hi"}']],
])(
  'a server of %s is reached through the proxy, and without it where NO_PROXY says so',
  async (transport, program, call) => {
    const server = await serveFixture(program);
    const proxy = await startProxy();
    const sandbox = await sandboxWith({ transport, url: elsewhere(server.url) });

    const run = await runSimse(sandbox, call, { env: { HTTP_PROXY: proxy.url } });

    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('hi') });
    const asked = proxy.asked.length;
    expect(asked).toBeGreaterThan(1);
    expect(proxy.asked.every((line) => / http:\/\/far\.test:/.test(line))).toBe(true);

    const around = await runSimse(sandbox, call, { env: { HTTP_PROXY: proxy.url, NO_PROXY: '.test' } });
    expect(around).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no such host') });
    expect(proxy.asked).toHaveLength(asked);
  },
);

test.each([
  ['https', 'http-server', 'https'],
  ['wss', 'websocket-server', 'wss'],
  ['ws', 'websocket-server', 'ws'],
])(
  'a server of %s is reached through a tunnel, of which one serves many requests',
  async (_, program, scheme) => {
    const { url } = await serveFixture(program);
    const proxy = await startProxy();
    const port = scheme === 'ws' ? new URL(url).port : await tlsInFrontOf(url);
    const { pathname } = new URL(url);
    const sandbox = await sandboxWith({ url: `${scheme}://localhost:${port}${pathname}` });

    const run = await runSimse(sandbox, ECHO, { env: allBy(proxy) });

    expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('hi') });
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT localhost:${port}`]));
    expect(proxy.asked.length).toBeLessThanOrEqual(3);
  },
);

test.each(['http', 'wss'])(
  '%s: a proxy that wants a login is named, without anything of it tried twice',
  async (scheme) => {
    const proxy = await startProxy({ login: 'me:secret' });
    const sandbox = await sandboxWith({ url: `${scheme}://far.test:1/mcp` });

    const run = await runSimse(sandbox, ECHO, {
      env: { ALL_PROXY: proxy.url.replace('//', '//me:wrong-one@') },
    });

    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain(`the proxy ${proxy.url} refused the name and password (407)`);
    expect(run.stderr).toContain('HTTPS_PROXY');
    expect(run.stderr).not.toContain('wrong-one');
    expect(proxy.asked).toHaveLength(1);
  },
);

test('a login by OAuth goes through the proxy whole', async () => {
  const servers = await startOAuthServers();
  const proxy = await startProxy();
  const auth = { type: 'oauth', grant: 'client_credentials', clientId: 'machine', clientSecret: 'secret' };
  const sandbox = await sandboxWith({ url: servers.url, auth });

  const run = await runSimse(sandbox, ['mcp', 'call', 'far/whoami'], { env: allBy(proxy) });

  expect(run).toMatchObject({ exitCode: 0 });
  expect(proxy.asked.some((line) => line.startsWith('POST') && line.endsWith('/token'))).toBe(true);
});

test.each(['openai', 'anthropic', 'google'] as const)(
  'the model of the built-in agent is asked through the proxy: %s',
  async (wire) => {
    const { server, ...sandbox } = await modelSandbox(wire, [
      { steps: [{ text: 'Here ' }, { text: 'I am.' }] },
    ]);
    const proxy = await startProxy();

    const run = await runSimse(sandbox, ['-p', 'hello'], { env: allBy(proxy) });

    expect(run).toMatchObject({ exitCode: 0, stdout: 'Here I am.\n' });
    expect(proxy.asked.some((line) => line.startsWith(`POST ${server.url}/`))).toBe(true);
  },
);

test('a model behind https is asked through a tunnel, and a proxy that is not there is named', async () => {
  const { server, ...sandbox } = await modelSandbox('openai', [{ steps: [{ text: 'Here I am.' }] }]);
  const proxy = await startProxy();
  const address = `https://localhost:${await tlsInFrontOf(server.url)}/v1`;
  const env = { ...allBy(proxy), OPENAI_BASE_URL: address };

  expect(await runSimse(sandbox, ['-p', 'hello'], { env })).toMatchObject({
    exitCode: 0,
    stdout: 'Here I am.\n',
  });
  expect(proxy.asked).toContain(`CONNECT ${new URL(address).host}`);

  const refused = await runSimse(sandbox, ['-p', 'hello'], {
    env: { ...env, ALL_PROXY: 'http://127.0.0.1:1' },
  });
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('the proxy http://127.0.0.1:1 cannot be reached: connection refused');
});

test('a model fetches a page through the proxy', async () => {
  const page = await serveFixture('http-server', {
    statuses: { '/page': { status: 200, body: 'The page.' } },
  });
  const url = elsewhere(new URL('/page', page.url).href);
  const fetchIt = { steps: [{ call: 'fetch_url', args: { url } }] };
  const { server, ...sandbox } = await modelSandbox('openai', [fetchIt, { steps: [{ text: 'Read.' }] }]);
  const proxy = await startProxy();

  const run = await runSimse(sandbox, ['-p', 'fetch it', '--permission-mode', 'bypassPermissions'], {
    env: { HTTP_PROXY: proxy.url },
  });

  expect(run).toMatchObject({ stdout: 'Read.\n' });
  expect(proxy.asked).toEqual([`GET ${url}`]);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('The page.');
});
