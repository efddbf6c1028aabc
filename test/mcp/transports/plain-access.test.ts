import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http, { type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createPlainAccess } from '../../../src/mcp/transports/plain-access.ts';

const fixture = (name: string) => readFile(new URL(`../../fixtures/https/${name}`, import.meta.url));

async function listen(server: http.Server | https.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function serve(listener: RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(http.createServer(listener))}/mcp`);
}

const fetchFrom = (
  url: URL,
  init: RequestInit = {},
  headers: Record<string, string> = {},
): Promise<Response> => createPlainAccess({ url: url.href, headers }).fetch(url, init);

test('a request carries the headers of the entry, and of its own those that differ', async () => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const headers = { 'X-Key': 'secret', Accept: 'everything' };

  const response = await fetchFrom(url, { headers: { accept: 'text/plain' } }, headers);

  expect(await response.json()).toMatchObject({
    'x-key': 'secret',
    accept: 'text/plain',
    'accept-encoding': 'identity',
    'user-agent': 'simse',
  });
});

test('another origin gets no header of the entry', async () => {
  const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
  const access = createPlainAccess({
    url: 'http://127.0.0.1:1/mcp',
    headers: { authorization: 'Bearer secret' },
  });

  const headers: unknown = await (await access.fetch(url, {})).json();

  expect(headers).not.toHaveProperty('authorization');
});

test('a form is sent as it is given', async () => {
  const url = await serve((request, response) => {
    request.setEncoding('utf8').once('data', (body: string) => response.end(`${request.method} ${body}`));
  });

  const response = await fetchFrom(url, { method: 'POST', body: new URLSearchParams({ a: '1', b: 'ü' }) });

  expect(await response.text()).toBe('POST a=1&b=%C3%BC');
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('an answer that is compressed unasked, by %s, is read all the same', async (encoding, compress) => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('grüße '.repeat(1000)));
  });

  expect(await (await fetchFrom(url)).text()).toBe('grüße '.repeat(1000));
});

test('an answer that only claims to be compressed fails where it is read', async () => {
  const url = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('hello'),
  );

  await expect((await fetchFrom(url)).text()).rejects.toThrow(/incorrect header/);
});

test('an event of a compressed stream arrives before the next one', async () => {
  const gzip = createGzip();
  const url = await serve((_, response) => {
    gzip.pipe(response.writeHead(200, { 'content-encoding': 'gzip' }));
    gzip.write('data: 1\n\n');
    gzip.flush();
  });

  const { value } = (await (await fetchFrom(url)).body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n');
  gzip.end();
});

test('an answer with a number that is no status fails', async () => {
  const url = await serve((request) => request.socket.end('HTTP/1.1 999 Go Away\r\n\r\n'));

  await expect(fetchFrom(url)).rejects.toMatchObject({
    code: 'mcp_failed',
    message: expect.stringContaining('999'),
  });
});

test('an answer without a body has none', async () => {
  const url = await serve((_, response) => response.writeHead(204).end());

  const response = await fetchFrom(url);

  expect(response.status).toBe(204);
  expect(response.body).toBeNull();
});

test('a GET is redirected within the origin, whatever the kind', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/mcp') response.writeHead(302, { location: 'there?x=1' }).end('moved');
    else response.end(request.url);
  });

  expect(await (await fetchFrom(url)).text()).toBe('/there?x=1');
});

test.each([
  ['nobody listens', 'http://127.0.0.1:1/', /^cannot be reached: connection refused \(127\.0\.0\.1:1\)$/],
  // Which of the two depends on whether there is a name server at all.
  ['is no host', 'http://nobody.invalid/', /^cannot be reached: (no such host|host name lookup failed) \(/],
])('an address where %s is told in words', async (_, address, message) => {
  await expect(fetchFrom(new URL(address))).rejects.toMatchObject({
    code: 'mcp_failed',
    kind: 'unreachable',
    message: expect.stringMatching(message),
    hint: expect.stringMatching(/server running|network/),
  });
});

test('a certificate that nobody vouches for is refused, with what to do about it', async () => {
  const [key, cert] = await Promise.all([fixture('localhost-key.pem'), fixture('localhost-cert.pem')]);
  const port = await listen(https.createServer({ key, cert }, (_, response) => response.end('hello')));

  await expect(fetchFrom(new URL(`https://localhost:${port}/mcp`))).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringMatching(/^cannot be reached: its certificate .* \(localhost:\d+\)$/),
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
});

test('a server without TLS is told from one with it', async () => {
  const url = await serve((_, response) => response.end('hello'));

  await expect(fetchFrom(new URL(url.href.replace('http:', 'https:')))).rejects.toMatchObject({
    message: expect.stringContaining('it does not speak TLS'),
    hint: expect.stringContaining('http://'),
  });
});

test('a connection that breaks before the answer is told as broken', async () => {
  const url = await serve((request) => request.socket.destroy());

  await expect(fetchFrom(url)).rejects.toMatchObject({
    code: 'mcp_failed',
    message: expect.stringMatching(/^dropped the connection: socket hang up/),
  });
});

test('a caller that gives up ends the request, before the answer and in the middle of it', async () => {
  const ended: string[] = [];
  const url = await serve((request, response) => {
    response.on('close', () => ended.push(request.url ?? ''));
    if (request.url === '/begins') response.write('hello');
  });
  const waiting = new AbortController();
  const reading = new AbortController();
  const access = createPlainAccess({ url: url.href, headers: {} });

  const never = access.fetch(new URL('/waits', url), { signal: waiting.signal });
  const begun = await access.fetch(new URL('/begins', url), { signal: reading.signal });
  waiting.abort();
  reading.abort();

  await expect(never).rejects.toMatchObject({ name: 'AbortError' });
  await expect(begun.text()).rejects.toThrow(/abort/);
  await expect.poll(() => ended.toSorted()).toEqual(['/begins', '/waits']);
});

test('connections are used again, unless an answer was left in the middle', async () => {
  const sockets = new Set<unknown>();
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    response.end('x'.repeat(100));
  });
  for (let count = 0; count < 5; count += 1) await (await fetchFrom(url)).text();

  expect(sockets.size).toBe(1);
});

test.each([
  ['a line break', { 'X-Key': 'a\r\nb: c' }],
  ['a letter that no header can hold', { 'X-Key': 'ключ' }],
  ['a name that is none', { 'X Key': 'a' }],
])('a header with %s is refused before anything is sent, without its value', (_, headers) => {
  expect(() => createPlainAccess({ url: 'http://127.0.0.1:1/', headers })).toThrow(
    /^has a header X.Key that cannot be sent$/,
  );
});
