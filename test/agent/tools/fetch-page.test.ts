import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchPage, parseWebAddress } from '../../../src/agent/tools/fetch-page.ts';

const { signal } = new AbortController();

async function site(answer: RequestListener): Promise<(path: string) => URL> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (path) => new URL(`http://127.0.0.1:${port}${path}`);
}

test('a text comes in its own encoding', async () => {
  const at = await site((_, response) => {
    response.setHeader('content-type', 'text/plain; charset=iso-8859-1');
    response.end(Buffer.from('caf\xe9', 'latin1'));
  });
  expect(await fetchPage(at('/a'), signal)).toMatchObject({
    mediaType: 'text/plain',
    text: 'café',
    isCut: false,
  });
});

test('redirects are followed on the same host, and told when they lead to another', async () => {
  const at = await site(({ url }, response) => {
    const location = url === '/away' ? 'https://other.example/x' : '/end';
    if (url === '/end') response.end('there');
    else response.writeHead(302, { location }).end();
  });
  expect(await fetchPage(at('/start'), signal)).toMatchObject({ text: 'there', url: at('/end').href });
  expect(await fetchPage(at('/away'), signal)).toEqual({ kind: 'elsewhere', url: 'https://other.example/x' });
});

test('a circle of redirects ends', async () => {
  const at = await site((_, response) => void response.writeHead(301, { location: '/again' }).end());
  await expect(fetchPage(at('/'), signal)).rejects.toThrow('redirects too many times');
});

test.each([
  [404, 'text/html', /status 404/],
  [200, 'application/zip', /is application\/zip, which is not text/],
])('an answer with %s and %s is refused with what it is', async (status, type, reason) => {
  const at = await site((_, response) => void response.writeHead(status, { 'content-type': type }).end('x'));
  await expect(fetchPage(at('/'), signal)).rejects.toThrow(reason);
});

test('no more than 5 MB are downloaded', async () => {
  const at = await site((_, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(64 * 1024)));
      response.once('drain', more);
    };
    more();
  });
  const page = await fetchPage(at('/'), signal);
  expect(page).toMatchObject({ isCut: true });
  expect(page.kind === 'page' && page.text.length).toBe(5 * 1024 * 1024);
});

test('a host that says nothing is left when the turn is cancelled', async () => {
  const turn = new AbortController();
  const at = await site(() => turn.abort(new Error('cancelled')));
  await expect(fetchPage(at('/'), turn.signal)).rejects.toThrow('cancelled');
});

test('nobody there is said in the words of the system', async () => {
  await expect(fetchPage(new URL('http://127.0.0.1:1/'), signal)).rejects.toThrow(
    /could not be fetched: .*\S/,
  );
});

test.each(['file:///etc/passwd', 'ftp://example.org', 'nonsense', 'https://me:secret@example.org/'])(
  '%s is not fetched',
  (address) => {
    expect(() => parseWebAddress(address)).toThrow(/not a web URL|user name or a password/);
  },
);
