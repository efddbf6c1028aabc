import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCredentialStore, type StoredLogin } from '../../../src/mcp/auth/credential-store.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { startOAuthServers } from './oauth-server.ts';
import { failureOf, open } from './open.ts';

function login(more: Partial<StoredLogin> = {}): StoredLogin {
  return {
    server: 'https://mcp.test/',
    issuer: 'https://as.test',
    authorizationServer: 'https://as.test',
    clientId: 'me',
    scopes: [],
    accessToken: 'token',
    savedAt: 1,
    ...more,
  };
}

test.skipIf(process.platform === 'win32')(
  'logins are kept in a file that only this user can read',
  async () => {
    const dir = join(await tempDir(), 'data');
    await openCredentialStore(dir).save(login());
    const modes = await Promise.all(
      [dir, join(dir, 'credentials.json')].map(async (path) => (await stat(path)).mode & 0o777),
    );
    expect(modes).toEqual([0o700, 0o600]);
    await chmod(join(dir, 'credentials.json'), 0o644);
    await openCredentialStore(dir).save(login({ issuer: 'https://other.test' }));
    expect((await stat(join(dir, 'credentials.json'))).mode & 0o777).toBe(0o600);
  },
);

test('a login is found by its server, the newest first, and takes the place of one with the same issuer', async () => {
  const dir = await tempDir();
  const store = openCredentialStore(dir);
  await store.save(login({ savedAt: 1 }));
  await store.save(login({ issuer: 'https://other.test', savedAt: 3 }));
  await store.save(login({ accessToken: 'newer', savedAt: 2 }));
  await store.save(login({ server: 'https://elsewhere.test/' }));
  const kept = await openCredentialStore(dir).logins('https://mcp.test/');
  expect(kept.map(({ issuer, accessToken }) => [issuer, accessToken])).toEqual([
    ['https://other.test', 'token'],
    ['https://as.test', 'newer'],
  ]);
  await store.remove({ server: 'https://mcp.test/', issuer: 'https://other.test' });
  expect(await store.logins('https://mcp.test/')).toHaveLength(1);
  await store.remove({ server: 'https://mcp.test/' });
  expect(await store.logins('https://mcp.test/')).toEqual([]);
  expect(await store.logins('https://elsewhere.test/')).toHaveLength(1);
});

test('logins that are saved at the same time are all kept, and no other file is left', async () => {
  const dir = await tempDir();
  const servers = Array.from({ length: 12 }, (_, index) => `https://mcp.test/${index}`);
  await Promise.all(servers.map((server) => openCredentialStore(dir).save(login({ server }))));
  for (const server of servers) expect(await openCredentialStore(dir).logins(server)).toHaveLength(1);
  expect(await readdir(dir)).toEqual(['credentials.json']);
});

test.each([
  '',
  '{',
  '[]',
  '{"version": 2, "logins": []}',
  '{"version": 1, "logins": [{"accessToken": "sesame"}]}',
])('a file of %j is told, and never written over', async (content) => {
  const dir = await tempDir({ 'credentials.json': content });
  const store = openCredentialStore(dir);
  const failures = await Promise.all([
    failureOf(store.logins('https://mcp.test/')),
    failureOf(store.save(login())),
    failureOf(store.remove(login())),
  ]);
  for (const failure of failures) {
    expect(failure).toMatchObject({
      code: 'store_failed',
      message: `${join(dir, 'credentials.json')} cannot be read, so logins can be neither used nor saved.`,
      hint: 'Move the file away, then log in again.',
    });
    expect(JSON.stringify(failure.cause ?? '')).not.toContain('sesame');
  }
  expect(await readFile(join(dir, 'credentials.json'), 'utf8')).toBe(content);
});

test('a broken file keeps nobody from a server without a login, and no page is shown for one that needs it', async () => {
  const dir = await tempDir({ 'credentials.json': '{' });
  const servers = await startOAuthServers();
  const { send, pages } = await open(servers.url, {}, { credentialsDir: dir });
  expect(await failureOf(send())).toMatchObject({ code: 'store_failed' });
  expect(pages).toEqual([]);
  const { access } = await open(servers.url, {}, { credentialsDir: dir });
  const response = await access.fetch(new URL('/elsewhere', servers.url), {});
  expect(response.status).toBe(404);
});

test('a folder that cannot be used is told', async () => {
  const dir = await tempDir({ data: 'a file in place of the folder' });
  const failure = await failureOf(openCredentialStore(join(dir, 'data')).save(login()));
  expect(failure).toMatchObject({
    code: 'store_failed',
    message: expect.stringContaining('cannot be written'),
  });
  await mkdir(join(dir, 'credentials.json'));
  expect(await failureOf(openCredentialStore(dir).logins('x'))).toMatchObject({ code: 'store_failed' });
});

test('what a simse that was killed has locked is not locked for ever', async () => {
  const dir = await tempDir();
  await writeFile(join(dir, 'credentials-1.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1' }));
  await openCredentialStore(dir).save(login());
  expect(await openCredentialStore(dir).logins('https://mcp.test/')).toHaveLength(1);
});
