import { expect, test } from 'vitest';
import { findProxy } from '../../../src/platform/http/find-proxy.ts';

const P = 'http://proxy.example:3128';
const through = (url: string, env: Record<string, string>): string | null =>
  findProxy(new URL(url), env)?.url.origin ?? null;

test.each<[url: string, env: Record<string, string>, proxy: string | null]>([
  ['https://far.example/', {}, null],
  ['https://far.example/', { HTTPS_PROXY: P }, P],
  ['https://far.example/', { https_proxy: P, HTTPS_PROXY: 'http://other.example' }, P],
  ['https://far.example/', { HTTP_PROXY: P }, null],
  ['https://far.example/', { ALL_PROXY: P }, P],
  ['https://far.example/', { HTTPS_PROXY: '', all_proxy: P }, P],
  ['http://far.example/', { HTTP_PROXY: P }, P],
  ['http://far.example/', { HTTPS_PROXY: P }, null],
  ['wss://far.example/', { HTTPS_PROXY: P }, P],
  ['ws://far.example/', { http_proxy: P }, P],
  ['https://far.example/', { HTTPS_PROXY: 'proxy.example:3128' }, P],
  ['http://localhost:1/', { ALL_PROXY: P }, null],
  ['http://api.localhost:1/', { ALL_PROXY: P }, null],
  ['http://127.0.0.1:1/', { ALL_PROXY: P }, null],
  ['http://127.1:1/', { ALL_PROXY: P }, null],
  ['http://[::1]:1/', { ALL_PROXY: P }, null],
  ['http://127.0.0.1:1/', { ALL_PROXY: P, NO_PROXY: '<-loopback>' }, P],
  ['http://127.0.0.1:1/', { ALL_PROXY: P, NO_PROXY: '<-loopback>,127.0.0.1' }, null],
  ['http://127.evil.example/', { ALL_PROXY: P }, P],
])('%s with %j goes through %s', (url, env, proxy) => {
  expect(through(url, env)).toBe(proxy);
});

test.each<[noProxy: string, host: string, isDirect: boolean]>([
  ['*', 'far.example', true],
  ['far.example', 'far.example', true],
  ['FAR.example', 'far.example', true],
  ['far.example', 'far.example.', true],
  ['far.example', 'deep.far.example', true],
  ['.far.example', 'deep.far.example', true],
  ['*.far.example', 'deep.far.example', true],
  ['far.example', 'notfar.example', false],
  ['one.example, far.example', 'far.example', true],
  ['one.example far.example', 'far.example', true],
  ['far.example:8443', 'far.example:8443', true],
  ['far.example:443', 'far.example', true],
  ['far.example:8443', 'far.example', false],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', '10.example', false],
  ['10.0.0.0/99', '10.1.2.3', false],
  ['10.0.0.0/', '10.1.2.3', false],
  ['10.1.2.3', '10.1.2.3', true],
  ['2.3', '10.1.2.3', false],
  ['fd00::/8', '[fd00::1]', true],
  ['fd00::1', '[fd00::1]', true],
  ['[fd00::1]:443', '[fd00::1]', true],
  ['[fd00::1]:80', '[fd00::1]', false],
  ['', 'far.example', false],
  [',', 'far.example', false],
])('NO_PROXY %j: https://%s goes directly: %s', (noProxy, host, isDirect) => {
  expect(through(`https://${host}/`, { HTTPS_PROXY: P, NO_PROXY: noProxy }) === null).toBe(isDirect);
});

test('a name and a password are taken out of the address, whatever characters they have', () => {
  const proxy = findProxy(new URL('https://far.example'), {
    HTTPS_PROXY: 'http://me%40work:a%zb:c@proxy.example',
  });

  expect(proxy?.url.href).toBe('http://proxy.example/');
  expect(Buffer.from(proxy?.authorization?.slice('Basic '.length) ?? '', 'base64').toString()).toBe(
    'me@work:a%zb:c',
  );
});

test.each([
  ['socks5://me:secret@proxy.example:1080', /HTTPS_PROXY names an unsupported kind of proxy: socks5/],
  ['http://', /HTTPS_PROXY is not a proxy URL/],
])('%s cannot be used, which is said without the password', (value, reason) => {
  const find = () => findProxy(new URL('https://far.example'), { HTTPS_PROXY: value });

  expect(find).toThrow(reason);
  expect(find).not.toThrow(/secret/);
});
