import path from 'node:path';
import { expect, test } from 'vitest';
import { expandMcpServer } from '../../src/config/expand-entry.ts';
import type { McpServerConfig } from '../../src/config/mcp-server-config.ts';
import { trustSubjects } from '../../src/config/trust-subject.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { load, loadError } from './load.ts';

async function loadEntry(entry: object): Promise<{ value: McpServerConfig; warnings: string[] }> {
  const dir = await tempDir({ 'user/mcp.json': { mcpServers: { far: entry } } });
  const { mcpServers, warnings } = await load(dir);
  const [server] = mcpServers;
  if (server === undefined) throw new Error('No server was read.');
  return { value: server.value, warnings: warnings.map((line) => line.replace(/^.*?: /, '')) };
}

async function expandEntry(entry: object, env: Record<string, string>): Promise<McpServerConfig> {
  const dir = await tempDir({ 'user/mcp.json': { mcpServers: { far: entry } } });
  const [server] = (await load(dir)).mcpServers;
  if (server === undefined) throw new Error('No server was read.');
  return expandMcpServer(server, { env, cwd: dir, packages: '/packages' });
}

test.each([
  ['https://x.org/mcp', 'http', true],
  ['https://x.org/sse', 'sse', true],
  ['https://x.org/v1/sse/?key=1', 'sse', true],
  ['https://x.org/mcp?path=/sse', 'http', true],
  ['https://x.org/ssex', 'http', true],
  ['wss://x.org/mcp', 'websocket', false],
  ['ws://localhost:1/sse', 'websocket', false],
  ['https://x.org/_plugins/_ml/mcp/sse', 'lucenia-sse', false],
  ['https://x.org/base/_plugins/_ml/mcp/sse?timeout=300', 'lucenia-sse', false],
  ['https://x.org/_plugins/_ml/mcp', 'http', true],
])('%s alone means %s, and that another may be tried: %s', async (url, transport, detected) => {
  expect((await loadEntry({ url })).value).toMatchObject({ transport, detected });
});

test('an address that is a variable is looked at when it is known', async () => {
  const entry = { url: '${FAR}' };
  expect((await loadEntry(entry)).value).toMatchObject({ transport: 'http', detected: true });
  expect(await expandEntry(entry, { FAR: 'wss://x.org' })).toMatchObject({
    transport: 'websocket',
    detected: false,
  });
});

test('a transport that is written down is not guessed at, and nobody can write that it was', async () => {
  const { value, warnings } = await loadEntry({
    transport: 'http',
    url: 'https://x.org/sse',
    detected: true,
  });
  expect(value).toMatchObject({ transport: 'http', detected: false });
  expect(warnings).toEqual(['mcpServers.far.detected is ignored: simse does not use it']);
});

const url = 'https://x.org/mcp';

test.each([
  [{ serverUrl: url }, { url, transport: 'http', detected: true }],
  [{ httpUrl: url }, { url, transport: 'http', detected: false }],
  [
    { type: 'sse', serverUrl: url },
    { url, transport: 'sse', detected: false },
  ],
  [{ url, bearer_token_env_var: 'FAR_TOKEN' }, { auth: { type: 'bearer', token: '${FAR_TOKEN}' } }],
  [{ url, http_headers: { A: 'b' }, env_http_headers: { C: 'D' } }, { headers: { A: 'b', C: '${D}' } }],
  [{ url, auth: 'oauth' }, { auth: { type: 'oauth' } }],
  [{ url, oauth: false }, { auth: { type: 'none' } }],
  [
    { url, oauth: { clientId: 'me', callbackPort: 8080, enabled: true } },
    { auth: { type: 'oauth', clientId: 'me', callbackPort: 8080 } },
  ],
  [{ url, headers: { A: 'own' }, http_headers: { A: 'other' } }, { headers: { A: 'own' } }],
])('%j is understood as other hosts mean it', async (entry, expected) => {
  const { value, warnings } = await loadEntry(entry);
  expect(value).toMatchObject(expected);
  expect(warnings).toEqual([]);
});

test.each([
  [
    { auth: {} },
    'auth.type: is missing, expected an object with a "type" of "none", "basic", "bearer" or "oauth"',
  ],
  [
    { auth: { type: 'Basic' } },
    'auth.type: expected an object with a "type" of "none", "basic", "bearer" or "oauth", found "Basic"',
  ],
  [{ auth: { type: 'basic', username: 'me' } }, 'auth.password: is missing, expected a string'],
  [{ auth: { type: 'bearer', token: 5 } }, 'auth.token: expected a string, found a number'],
  [{ auth: { type: 'oauth', clientID: 'x' } }, 'auth.clientID: is not a known key; did you mean "clientId"?'],
  [{ auth: { type: 'oauth', callbackPort: 0 } }, 'auth.callbackPort: expected a port, found 0'],
  [
    { headersHelper: 'print "x' },
    'headersHelper: expected a command line with closed quotes, found a string',
  ],
  [{ dialect: 'x' }, 'dialect: expected "auto", "opensearch" or "lucenia", found "x"'],
])('%j is told with its place, and without a secret', async (entry, said) => {
  const dir = await tempDir({ 'user/mcp.json': JSON.stringify({ mcpServers: { far: { url, ...entry } } }) });
  const { message } = await loadError(dir);
  expect(message.replace(/^.*?: mcpServers\.far\./, '')).toBe(said);
});

test('variables are replaced wherever a secret may stand', async () => {
  const env = { A: 'a a', B: 'b' };
  expect(
    await expandEntry({ url, auth: { type: 'basic', username: '${B}', password: '${A}' } }, env),
  ).toMatchObject({ auth: { username: 'b', password: 'a a' } });
  expect(
    await expandEntry(
      {
        url,
        auth: {
          type: 'oauth',
          clientSecret: '${A}',
          scopes: ['${B}'],
          callbackPort: 80,
          identityProvider: { tokenEndpoint: url, clientId: 'x', idToken: '${A}' },
        },
      },
      env,
    ),
  ).toMatchObject({
    auth: { clientSecret: 'a a', scopes: ['b'], callbackPort: 80, identityProvider: { idToken: 'a a' } },
  });
});

test("a variable in the helper's command line never becomes two words", async () => {
  const config = await expandEntry(
    { url, headersHelper: 'print --key ${A} "and ${B}"' },
    { A: 'a; b', B: 'c' },
  );
  expect(config).toMatchObject({ headersHelper: "print --key 'a; b' 'and c'" });
});

test('a user and a password in the address become Basic authentication', async () => {
  const config = await expandEntry({ url: 'https://admin:${PW}@x.org:9200/mcp' }, { PW: 'p%40ss%' });
  expect(config).toMatchObject({
    url: 'https://x.org:9200/mcp',
    auth: { type: 'basic', username: 'admin', password: 'p%40ss%' },
  });
});

test.each([
  [{ transport: 'http', url: 'wss://x.org' }, 'a wss address, which does not fit the transport "http"'],
  [{ transport: 'websocket', url }, 'a https address, which does not fit the transport "websocket"'],
])('%j cannot be reached, and the message says why', async (entry, said) => {
  await expect(expandEntry(entry, {})).rejects.toThrow(said);
});

const trusted = { name: 'far', url, headersHelper: 'print a', requiredEnv: ['KEY'] };

async function subjectOf(entry: object) {
  const dir = await tempDir({ 'work/mcp.json': { servers: [entry] } });
  const [subject] = trustSubjects({ ...(await load(dir)), cwd: path.resolve('/project') }, null);
  if (subject === undefined) throw new Error('Nothing waits for trust.');
  return subject;
}

test('what is sent and what runs to get it is shown before a project is trusted', async () => {
  expect((await subjectOf(trusted)).summary).toBe(`${url}, headers from KEY='\${KEY}' print a`);
  const auth = { type: 'oauth', clientId: 'me', clientSecret: '${S}', scopes: ['a', 'b c'] };
  expect((await subjectOf({ name: 'far', url, auth })).summary).toBe(
    `${url}, auth clientId=me clientSecret='\${S}' scopes='["a","b c"]' type=oauth`,
  );
});

test.each([
  ['the helper', { headersHelper: 'print b' }, true],
  ['how its words are divided', { headersHelper: "'print a'" }, true],
  ['no helper', { headersHelper: undefined }, true],
  ['what the helper gets', { requiredEnv: ['KEY', 'AWS_SECRET_ACCESS_KEY'] }, true],
  ['a way to log in', { auth: { type: 'bearer', token: '${AWS_SECRET_ACCESS_KEY}' } }, true],
  ['a timeout', { timeoutMs: 5 }, false],
])('after a change of %s trust is asked for again: %#', async (_what, change, again) => {
  const before = await subjectOf(trusted);
  const after = await subjectOf({ ...trusted, ...change });
  expect(after.hash !== before.hash).toBe(again);
});

test('another authorization server, client or scope is another question', async () => {
  const auth = { type: 'oauth', clientId: 'me', issuer: 'https://as.org', scopes: ['a'] };
  const entries = [
    auth,
    { ...auth, issuer: 'https://evil.org' },
    { ...auth, clientId: 'you' },
    { ...auth, scopes: ['a', 'b'] },
    { ...auth, scopes: ['a,b'] },
    { type: 'oauth', identityProvider: { tokenEndpoint: url, clientId: 'me', idToken: '${T}' } },
    { type: 'oauth', identityProvider: { tokenEndpoint: url, clientId: 'me', idToken: '${U}' } },
  ];
  const hashes = await Promise.all(
    entries.map(async (one) => (await subjectOf({ ...trusted, auth: one })).hash),
  );
  expect(new Set(hashes).size).toBe(entries.length);
});
