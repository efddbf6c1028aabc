import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { sendHttp } from '../../../src/platform/http/send-http.ts';
import { webFetch } from '../../../src/platform/http/web-fetch.ts';
import { startProxy } from '../../helpers/proxy.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A server that says what it was asked. By `name` it is known to the proxy only. */
async function serve(name = 'far.test'): Promise<URL> {
  const server = http.createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => response.end(JSON.stringify({ method, url, headers, body })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://${name}:${(server.address() as AddressInfo).port}/path?query`);
}

const GET = { method: 'GET', headers: {} };

test('a request of http is asked of the proxy by its whole address, and reaches the server as it is', async () => {
  const url = await serve();
  const proxy = await startProxy({ login: 'me:secret' });
  vi.stubEnv('HTTP_PROXY', proxy.url.replace('//', '//me:secret@'));

  const answer = await sendHttp(url, { method: 'POST', headers: { 'x-own': '1' }, body: 'hello' });

  expect(await answer.json()).toMatchObject({
    method: 'POST',
    url: '/path?query',
    headers: { host: url.host, 'x-own': '1' },
    body: 'hello',
  });
  expect(proxy.asked).toEqual([`POST ${url.href}`]);
});

test('what NO_PROXY names, and this machine, is reached without the proxy', async () => {
  const proxy = await startProxy();
  vi.stubEnv('ALL_PROXY', proxy.url);
  const url = await serve('localhost');

  expect((await sendHttp(url, GET)).status).toBe(200);
  expect(proxy.asked).toEqual([]);
  vi.stubEnv('NO_PROXY', '<-loopback>');
  expect((await sendHttp(url, GET)).status).toBe(200);
  expect(proxy.asked).toEqual([`GET ${url.href}`]);
});

test('fetch goes through the proxy as well, and keeps what a request has', async () => {
  const url = await serve();
  const proxy = await startProxy();
  vi.stubEnv('http_proxy', proxy.url);

  const answer = await webFetch(new Request(url, { method: 'PUT', headers: { 'x-own': '1' } }), {
    body: 'whole',
  });

  expect(await answer.json()).toMatchObject({ method: 'PUT', headers: { 'x-own': '1' }, body: 'whole' });
  expect(proxy.asked).toEqual([`PUT ${url.href}`]);
});

test.each([
  ['http:', '', 'needs a name and password (407)'],
  ['https:', '', 'needs a name and password (407)'],
  ['https:', 'me:wrong@', 'refused the name and password (407)'],
])('%s with "%s": a proxy that wants a login is named as the one who does', async (protocol, name, words) => {
  const proxy = await startProxy({ login: 'me:secret' });
  vi.stubEnv('ALL_PROXY', proxy.url.replace('//', `//${name}`));

  await expect(sendHttp(new URL(`${protocol}//far.test/`), GET)).rejects.toMatchObject({
    message: `the proxy ${proxy.url} ${words}`,
    isFinal: true,
  });
});

test('a proxy that does not let a host through is named with its answer', async () => {
  const proxy = await startProxy({ status: 403 });
  vi.stubEnv('HTTPS_PROXY', proxy.url);

  await expect(sendHttp(new URL('https://far.test/'), GET)).rejects.toMatchObject({
    message: `the proxy ${proxy.url} answered 403 No when asked for far.test:443`,
    isFinal: true,
  });
  expect(proxy.headers).toMatchObject([{ host: 'far.test:443' }]);
});

test.each(['http:', 'https:'])(
  '%s: a proxy that is not there is told apart from the server',
  async (protocol) => {
    vi.stubEnv('ALL_PROXY', 'http://127.0.0.1:1');

    await expect(sendHttp(new URL(`${protocol}//far.test/`), GET)).rejects.toMatchObject({
      message: 'the proxy http://127.0.0.1:1 cannot be reached: connection refused',
      isFinal: false,
    });
  },
);

test.each(['http:', 'https:'])(
  '%s: giving up while the proxy is silent leaves no connection',
  async (protocol) => {
    const proxy = await startProxy({ isSilent: true });
    vi.stubEnv('ALL_PROXY', proxy.url);
    const giveUp = new AbortController();
    const answer = sendHttp(new URL(`${protocol}//far.test/`), { ...GET, signal: giveUp.signal });
    await expect.poll(() => proxy.asked).toHaveLength(1);

    giveUp.abort();

    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => proxy.open()).toBe(0);
  },
);
