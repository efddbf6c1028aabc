import { expect, test } from 'vitest';
import {
  createGuardedFetch,
  isInsideAddress,
  isInsideHost,
  isLoopbackHost,
} from '../../../src/mcp/auth/guarded-fetch.ts';
import { failureOf } from './open.ts';
import { serveHttp } from './serve-http.ts';

const OUTSIDE = new URL('https://203.0.113.7/mcp');
const { signal } = new AbortController();

function guarded(server: URL, trustedHosts: string[] = []) {
  return createGuardedFetch({ server, trustedHosts, signal });
}

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['fe80::1', true],
  ['fd00::1', true],
  ['::ffff:10.0.0.1', true],
  ['2606:4700::1111', false],
  ['example.org', false],
])('the address %s is inside: %s', (address, inside) => {
  expect(isInsideAddress(address)).toBe(inside);
});

test.each([
  ['localhost', true],
  ['x.localhost', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['localhost.evil.test', false],
  ['127.0.0.1.evil.test', false],
  ['10.0.0.1', false],
])('the host %s is this machine: %s', (host, here) => {
  expect(isLoopbackHost(host)).toBe(here);
});

test('a name is inside when what it stands for is', async () => {
  expect(await isInsideHost('localhost')).toBe(true);
  expect(await isInsideHost('name-that-nobody-has.invalid')).toBe(false);
});

test.each(['http://as.test/token', 'http://10.0.0.1/', 'ftp://as.test/', 'http://localhost.evil.test/'])(
  'nothing is sent to %s, which is not https',
  async (address) => {
    expect(await failureOf(guarded(new URL('http://10.0.0.9/mcp'))(address))).toMatchObject({
      code: 'protocol',
      message: expect.stringContaining('which is not https; nothing was sent there'),
    });
  },
);

test('secrets go over https even to the server itself', async () => {
  const server = new URL('http://10.0.0.9/mcp');
  expect(await failureOf(guarded(server)('http://10.0.0.9/token', { method: 'POST' }))).toMatchObject({
    message: 'asks for a login at http://10.0.0.9, which is not https; nothing was sent there',
  });
});

test.each([
  'https://192.168.0.1/',
  'https://169.254.169.254/latest',
  'http://127.0.0.1:1/',
  'https://[fd00::1]/',
  'https://localhost/',
])('a server outside cannot have %s asked for it', async (address) => {
  expect(await failureOf(guarded(OUTSIDE)(address))).toMatchObject({
    code: 'protocol',
    message: expect.stringContaining('which is on a private network; nothing was sent there'),
  });
});

test('a server inside, and the user, may name others inside', async () => {
  const origin = await serveHttp(() => ({ status: 200, json: {} }));
  expect((await guarded(new URL('http://localhost:1/mcp'))(origin)).status).toBe(200);
  expect((await guarded(OUTSIDE, [new URL(origin).host])(origin)).status).toBe(200);
});

test('redirects are followed within an origin, of what only reads', async () => {
  const elsewhere = await serveHttp(() => ({ status: 200, json: 'evil' }));
  const origin = await serveHttp(({ url = '' }) => {
    if (url === '/there') return { status: 200, json: 'there' };
    const location = url === '/out' ? elsewhere : '/there';
    return { status: 302, headers: { location } };
  });
  const fetchFn = guarded(new URL(origin));
  expect(await (await fetchFn(`${origin}/in`)).json()).toBe('there');
  expect((await fetchFn(`${origin}/out`)).status).toBe(302);
  expect((await fetchFn(`${origin}/in`, { method: 'POST', body: 'secret' })).status).toBe(302);
});

test('an answer without end is cut off', async () => {
  const origin = await serveHttp(() => ({ status: 200, json: 'x'.repeat(2 * 1024 * 1024) }));
  expect(await failureOf(guarded(new URL(origin))(origin))).toMatchObject({ code: 'limit' });
});
