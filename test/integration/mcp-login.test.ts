import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { quoteCommandLine } from '../../src/platform/command-line.ts';
import { runSimse, startSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { type OAuthServers, startOAuthServers } from '../mcp/auth/oauth-server.ts';

/** A browser whose user agrees to everything. */
const BROWSER = quoteCommandLine([
  process.execPath,
  fileURLToPath(new URL('../conformance/browse.mjs', import.meta.url)),
]);

async function sandboxFor({ url }: OAuthServers): Promise<Sandbox> {
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: [{ name: 'far', url }] } });
  sandbox.env['BROWSER'] = BROWSER;
  return sandbox;
}

/** A login without a browser that waits for the user, and the address of its page. */
async function startLogIn(sandbox: Sandbox) {
  const running = startSimse(sandbox, ['mcp', 'login', 'far', '--no-browser'], { stdin: null });
  let stderr = '';
  running.stderr.on('data', (chunk: Buffer) => {
    stderr += String(chunk);
  });
  await expect.poll(() => stderr).toContain('Paste the address');
  return { running, page: /^ {2}(http\S+)$/m.exec(stderr)?.[1] ?? '' };
}

/** Everything that simse has written down, but for the file that logins are kept in. */
async function writtenBy({ data, config }: Sandbox): Promise<string> {
  const texts: string[] = [];
  for (const folder of [data, config]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && entry.name !== 'credentials.json')
        texts.push(await readFile(path.join(entry.parentPath, entry.name), 'utf8'));
    }
  }
  return texts.join('\n');
}

test('a user logs in by the browser, uses the server, and logs out', async () => {
  const servers = await startOAuthServers();
  const sandbox = await sandboxFor(servers);
  const before = await runSimse(sandbox, ['mcp', 'call', 'far/whoami']);
  expect(before).toMatchObject({ exitCode: 6, stdout: '' });
  expect(before.stderr).toContain('simse mcp login far');

  const login = await runSimse(sandbox, ['mcp', 'login', 'far', '--debug']);
  expect(login).toMatchObject({ exitCode: 0, stdout: 'Logged in to far: 1 tools.\n' });
  expect(login.stderr).toContain(`${servers.issuer}/authorize?`);
  expect(await runSimse(sandbox, ['mcp', 'call', 'far/whoami', '--debug'])).toMatchObject({
    stdout: 'hello\n',
  });

  const logout = await runSimse(sandbox, ['mcp', 'logout', 'far', '--debug']);
  expect(logout).toMatchObject({ exitCode: 0, stdout: 'Logged out of far.\n' });
  expect(servers.to('/revoke')).toHaveLength(2);
  expect(await runSimse(sandbox, ['mcp', 'call', 'far/whoami'])).toMatchObject({ exitCode: 6 });
  expect(await runSimse(sandbox, ['mcp', 'logout', 'far'])).toMatchObject({
    exitCode: 0,
    stderr: 'simse: Not logged in to far.\n',
  });
  const told = [login.stdout, login.stderr, logout.stderr, await writtenBy(sandbox)].join('\n');
  expect(told).toContain('logged in at');
  for (const secret of servers.secrets()) expect(told).not.toContain(secret);
});

test('two runs of simse at once renew a login once', async () => {
  const servers = await startOAuthServers();
  const sandbox = await sandboxFor(servers);
  await runSimse(sandbox, ['mcp', 'login', 'far']);
  servers.expireTokens();
  const call = () => runSimse(sandbox, ['mcp', 'call', 'far/whoami']);
  for (const run of await Promise.all([call(), call()]))
    expect(run).toMatchObject({ exitCode: 0, stdout: 'hello\n' });
  const renewals = servers.to('/token').filter(({ params }) => params['grant_type'] === 'refresh_token');
  expect(renewals).toHaveLength(1);
});

test('without a browser the address that a browser elsewhere ends at is pasted', async () => {
  const servers = await startOAuthServers();
  const sandbox = await sandboxFor(servers);
  const { running, page } = await startLogIn(sandbox);
  const { headers } = await fetch(page, { redirect: 'manual' });
  running.stdin.write(`${headers.get('location')}\n`);
  expect(await running).toMatchObject({ exitCode: 0, stdout: 'Logged in to far: 1 tools.\n' });
});

test('without a browser the login also ends when one on this machine comes back', async () => {
  const servers = await startOAuthServers();
  const sandbox = await sandboxFor(servers);
  const { running, page } = await startLogIn(sandbox);
  await fetch(page);
  expect(await running).toMatchObject({ exitCode: 0 });
});

test('a login can be left', async () => {
  const sandbox = await sandboxFor(await startOAuthServers());
  const { running } = await startLogIn(sandbox);
  running.kill('SIGINT');
  expect(await running).toMatchObject({ exitCode: 130 });
});

test('a login that is refused ends with 6 and says why', async () => {
  const servers = await startOAuthServers({ answer: { code: null, error: 'access_denied' } });
  const sandbox = await sandboxFor(servers);
  expect(await runSimse(sandbox, ['mcp', 'login', 'far'])).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('far refused the login: access_denied'),
  });
});

test.each([
  ['a program', { name: 'far', command: 'x' }],
  [
    'a server with a token',
    { name: 'far', url: 'http://127.0.0.1:9/', auth: { type: 'bearer', token: 'x' } },
  ],
])('%s has no login', async (_what, entry) => {
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: [entry] } });
  expect(await runSimse(sandbox, ['mcp', 'login', 'far'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('far has no login'),
  });
});

test('a file of logins that is broken is told, and left as it is', async () => {
  const servers = await startOAuthServers();
  const sandbox = await sandboxFor(servers);
  const file = path.join(sandbox.data, 'credentials.json');
  await writeFile(file, '{');
  const { exitCode, stderr } = await runSimse(sandbox, ['mcp', 'login', 'far']);
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(`${file} cannot be read, so logins can be neither used nor saved.`),
  ]);
  expect(await readFile(file, 'utf8')).toBe('{');
});
