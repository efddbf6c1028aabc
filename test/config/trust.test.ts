import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openTrustStore } from '../../src/config/trust-store.ts';
import { type TrustSubject, trustSubjects } from '../../src/config/trust-subject.ts';
import { type Files, tempDir, writeFiles } from '../helpers/temp-dir.ts';
import { load } from './load.ts';

/** Everything that waits for trust when these files are the project's. */
async function subjectsOf(files: Files, dir?: string): Promise<TrustSubject[]> {
  const root = dir ?? (await tempDir());
  await writeFiles(path.join(root, 'work'), files);
  const config = await load(root);
  return trustSubjects(config, config.backends[0] ?? null);
}

const mcpServer = {
  name: 'files',
  command: 'npx',
  args: ['-y', 'server'],
  env: { TOKEN: '${TOKEN}' },
  requiredEnv: ['KEY'],
  timeoutMs: 1000,
};

test('everything of a project that runs, reaches out or allows more is listed, in full', async () => {
  const subjects = await subjectsOf({
    'acp.json': { servers: [{ name: 'agent', command: './run me', args: ['--x', "it's"], cwd: 'sub' }] },
    'mcp.json': {
      servers: [
        mcpServer,
        { name: 'web', url: 'https://x.org/${KEY}', headers: { A: 'b' } },
        { name: 'off', command: 'x', enabled: false },
      ],
    },
    '.simse/config.json': { permissionMode: 'acceptEdits', allow: ['shell(*)'], deny: ['x'] },
  });
  expect(subjects.map(({ kind, name, file, summary }) => [kind, name, path.basename(file), summary])).toEqual(
    [
      ['backend', 'agent', 'acp.json', "'./run me' --x 'it'\\''s' (in sub)"],
      ['mcp_server', 'files', 'mcp.json', "KEY='${KEY}' TOKEN='${TOKEN}' npx -y server"],
      ['mcp_server', 'web', 'mcp.json', 'https://x.org/${KEY}, A: b'],
      ['permissions', 'permissions', 'config.json', 'permission mode acceptEdits'],
      ['permissions', 'permissions', 'config.json', 'allow shell(*)'],
    ],
  );
});

test('an agent that is to have the MCP servers past the gate is another question, which says so', async () => {
  const dir = await tempDir();
  const entry = { name: 'agent', command: 'run' };
  const [before] = await subjectsOf({ 'acp.json': { servers: [entry] } }, dir);
  const [after] = await subjectsOf({ 'acp.json': { servers: [{ ...entry, mcp: 'direct' }] } }, dir);
  expect(after?.summary).toBe("run, with your MCP servers past simse's gate");
  expect(after?.hash).not.toBe(before?.hash);
});

test("the user's own files and --mcp-config need no trust", async () => {
  const dir = await tempDir({
    'user/acp.json': { servers: [{ name: 'a', command: 'x' }] },
    'user/mcp.json': { servers: [mcpServer] },
    'user/config.json': { permissionMode: 'bypassPermissions', allow: ['shell(*)'] },
    'work/named.json': { servers: [{ name: 'named', command: 'y' }] },
  });
  const config = await load(dir, { files: { mcpConfig: 'named.json' } });
  expect(config.mcpServers).toHaveLength(2);
  expect(trustSubjects(config, config.backends[0] ?? null)).toEqual([]);
});

test('a command hides nothing: what cannot be seen is written out', async () => {
  const [subject] = await subjectsOf({
    'mcp.json': {
      servers: [{ name: 'a', command: 'x', args: ['\u202Eevil', 'a\nb', '\u001B[8m', 'z\u200Bw'] }],
    },
  });
  expect(subject?.summary).toBe("x '\\u{202e}evil' 'a\\u{a}b' '\\u{1b}[8m' 'z\\u{200b}w'");
});

test.each([
  ['the command', { command: 'npm' }, true],
  ['an argument', { args: ['-y', 'server', '--more'] }, true],
  ['how arguments are divided', { args: ['-y server'] }, true],
  ['the working directory', { cwd: 'sub' }, true],
  ['a variable more', { env: { TOKEN: '${TOKEN}', NODE_OPTIONS: '' } }, true],
  ['the value of a variable', { env: { TOKEN: '${OTHER}' } }, true],
  ['a required variable', { requiredEnv: ['KEY', 'AWS_SECRET_ACCESS_KEY'] }, true],
  ['the transport', { transport: 'http', url: 'https://x.org' }, true],
  ['the name, by which rules allow its tools', { name: 'renamed' }, true],
  ['a timeout', { timeoutMs: 5 }, false],
  [
    'nothing but the order of keys',
    { requiredEnv: undefined, env: { TOKEN: '${TOKEN}', KEY: '${KEY}' } },
    false,
  ],
])('after a change of %s trust is asked for again: %#', async (_what, change, again) => {
  const dir = await tempDir();
  const [before] = await subjectsOf({ 'mcp.json': { servers: [mcpServer] } }, dir);
  const [after] = await subjectsOf({ 'mcp.json': { servers: [{ ...mcpServer, ...change }] } }, dir);
  expect(after?.hash !== before?.hash).toBe(again);
});

test('the same command in another project is another question', async () => {
  const [one] = await subjectsOf({ 'mcp.json': { servers: [mcpServer] } });
  const [other] = await subjectsOf({ 'mcp.json': { servers: [mcpServer] } });
  expect(one?.hash).not.toBe(other?.hash);
});

test('a backend and an MCP server with the same command are two questions', async () => {
  const entry = { name: 'a', command: 'x' };
  const subjects = await subjectsOf({ 'acp.json': { servers: [entry] }, 'mcp.json': { servers: [entry] } });
  expect(new Set(subjects.map(({ hash }) => hash)).size).toBe(2);
});

test('trust is kept for the next start, in a file for this user only', async () => {
  const [one, other] = await subjectsOf({
    'mcp.json': { servers: [mcpServer, { name: 'b', command: 'b' }] },
  });
  if (!one || !other) throw new Error('Nothing waits for trust.');
  const dataDir = path.join(await tempDir(), 'data');
  const store = await openTrustStore(dataDir);
  expect(store.isTrusted(one)).toBe(false);
  await store.trust(one);
  expect(store.isTrusted(one)).toBe(true);

  const next = await openTrustStore(dataDir);
  expect([next.isTrusted(one), next.isTrusted(other), next.warning]).toEqual([true, false, null]);
  await next.trust(other);
  const third = await openTrustStore(dataDir);
  expect([third.isTrusted(one), third.isTrusted(other)]).toEqual([true, true]);
  if (process.platform === 'win32') return;
  expect((await stat(path.join(dataDir, 'trust.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test.each(['', '{', '[]', '{"version": 2, "trusted": []}', '{"version": 1, "trusted": [{"hash": 5}]}'])(
  'with a trust file of %j nothing is trusted, and a warning says so',
  async (content) => {
    const dataDir = await tempDir({ 'trust.json': content });
    const [subject] = await subjectsOf({ 'mcp.json': { servers: [mcpServer] } });
    if (!subject) throw new Error('Nothing waits for trust.');
    const store = await openTrustStore(dataDir);
    expect(store.isTrusted(subject)).toBe(false);
    expect(store.warning).toBe(
      `${path.join(dataDir, 'trust.json')} cannot be read, so no project file is trusted.`,
    );
    await store.trust(subject);
    expect((await openTrustStore(dataDir)).isTrusted(subject)).toBe(true);
  },
);

test('no expanded secret is written into the trust file', async () => {
  const dataDir = await tempDir();
  const [subject] = await subjectsOf({ 'mcp.json': { servers: [mcpServer] } });
  if (subject) await (await openTrustStore(dataDir)).trust(subject);
  expect(await readFile(path.join(dataDir, 'trust.json'), 'utf8')).not.toContain('TOKEN');
});

test('where the answer cannot be kept it holds for this run', async () => {
  const dir = await tempDir();
  await writeFile(path.join(dir, 'data'), 'a file in place of the directory');
  const [subject] = await subjectsOf({ 'mcp.json': { servers: [mcpServer] } });
  if (!subject) throw new Error('Nothing waits for trust.');
  const store = await openTrustStore(path.join(dir, 'data'));
  await expect(store.trust(subject)).rejects.toMatchObject({ code: 'store_failed' });
  expect(store.isTrusted(subject)).toBe(true);
});

test('a directory in place of the trust file trusts nothing', async () => {
  const dataDir = await tempDir();
  await mkdir(path.join(dataDir, 'trust.json'));
  expect((await openTrustStore(dataDir)).warning).toContain('no project file is trusted');
});
