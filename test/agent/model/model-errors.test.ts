import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openModel } from '../../../src/agent/model/open-model.ts';
import type { Provider } from '../../../src/agent/model/provider.ts';
import type { ModelProtocol } from '../../../src/core/model-providers.ts';
import { ask, providerAt, SCRIPTED } from './scripted-model.ts';

const KEY = 'sk-1234567890abcdef';
const WIRES: readonly ModelProtocol[] = ['openai', 'openai-responses', 'anthropic', 'google'];

type Server = ReturnType<typeof createServer>;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}/v1`;
}

function askAt(baseUrl: string, given: Partial<Provider> = {}) {
  return ask(openModel(providerAt(baseUrl, { apiKey: KEY, ...given }), SCRIPTED));
}

const refuse =
  (status: number, error: object): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };

test.each([
  {
    status: 401,
    says: 'no such key',
    kind: 'auth',
    remedy: 'Set LOCAL_API_KEY to a valid key.',
  },
  { status: 402, says: 'no money', kind: 'rejected', remedy: 'Add credit to the account' },
  { status: 404, says: 'no such model', kind: 'rejected', remedy: 'Choose another model' },
])('a status of $status is told in one sentence, with what to do', async ({ status, says, kind, remedy }) => {
  for (const wire of WIRES) {
    const url = await serve(refuse(status, { message: says, type: 'error' }));
    const asked = askAt(url, { kind: wire });
    await expect(asked).rejects.toMatchObject({ kind, message: expect.stringContaining(says) });
    await expect(asked).rejects.toThrow(remedy);
  }
});

test('a quota that is used up is not waited for', async () => {
  const url = await serve(
    refuse(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }),
  );
  await expect(askAt(url)).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('Add credit'),
  });
});

test.each(WIRES)('%s: a key that the provider repeats is not passed on', async (kind) => {
  const url = await serve(refuse(400, { message: `${KEY} and t0ken-in-header are wrong`, type: 'error' }));
  const asked = askAt(url, { kind, headers: { 'x-team': 'Basic t0ken-in-header' } });
  await expect(asked).rejects.toThrow('*** and *** are wrong');
  const error: unknown = await asked.catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY);
});

test.each(WIRES)('%s: a web page in the place of an answer is told as that', async (kind) => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Welcome</html>');
  });
  await expect(askAt(url, { kind })).rejects.toThrow(/web page: .*which often ends in \/v1/);
});

test("a proxy's error page is not shown", async () => {
  const url = await serve((_, response) => response.writeHead(502).end('<html><b>Bad gateway</b></html>'));
  await expect(askAt(url)).rejects.toMatchObject({ kind: 'busy', message: expect.not.stringContaining('<') });
});

test('a server that is not there is told at once, with its address', async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  await expect(askAt(`http://127.0.0.1:${port}/v1`)).rejects.toMatchObject({
    kind: 'rejected',
    message: `local cannot be reached at http://127.0.0.1:${port}/v1: connection refused. Is the server running?`,
  });
});

test('a certificate that nobody knows is told with the variable that helps', async () => {
  const file = (name: string) => readFile(new URL(`../../fixtures/https/${name}`, import.meta.url));
  const [cert, key] = await Promise.all([file('localhost-cert.pem'), file('localhost-key.pem')]);
  const port = await listen(createTlsServer({ cert, key }, (_, response) => response.end()));
  await expect(askAt(`https://localhost:${port}/v1`)).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining('environment variable NODE_EXTRA_CA_CERTS'),
  });
});
