import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import type { Files } from '../helpers/temp-dir.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { mcpServer } from './mcp-servers.ts';

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

const MACHINE: Files = {
  'home/.claude.json': {
    mcpServers: {
      github: { command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: TOKEN } },
      'My Notes': { type: 'http', url: 'https://notes.example/mcp' },
    },
  },
  'work/.vscode/mcp.json': {
    inputs: [{ type: 'promptString', id: 'key' }],
    servers: {
      asks: { command: 'npx', args: ['asks'], env: { KEY: '${input:key}' } },
      socket: { url: 'unix:///tmp/x' },
    },
  },
  'home/.codex/config.toml':
    '[mcp_servers.figma]\nurl = "https://figma.example/mcp"\nbearer_token_env_var = "FIGMA"\n',
};

const readJson = async (...parts: string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(...parts), 'utf8'));

test('alone it lists what other hosts have and where, and writes nothing', async () => {
  const sandbox = await createSandbox({ ...MACHINE, 'home/.cursor/mcp.json': '{' });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'import']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  const claude = join(sandbox.home, '.claude.json');
  const code = join(sandbox.work, '.vscode/mcp.json');
  expect(rows).toEqual([
    ['claude-code', 'github', 'new', claude, "GITHUB_TOKEN='***' npx -y server-github"],
    ['claude-code', 'My-Notes', 'new', claude, 'https://notes.example/mcp'],
    ['vscode', 'asks', 'new, disabled', code, "KEY='${KEY}' npx asks"],
    ['vscode', 'socket', 'not possible', code, expect.stringContaining('socket of this machine')],
    [
      'codex',
      'figma',
      'new',
      join(sandbox.home, '.codex/config.toml'),
      'https://figma.example/mcp, Authorization: Bearer ${FIGMA}',
    ],
  ]);
  expect(stderr).toContain('.cursor/mcp.json');
  expect(stderr).toContain('is not valid JSON');
  expect(exitCode).toBe(0);
  await expect(stat(join(sandbox.config, 'mcp.json'))).rejects.toThrow('ENOENT');
  const { stdout: json } = await runSimse(sandbox, ['mcp', 'import', '--output-format', 'json']);
  expect(JSON.parse(json)).toMatchObject({ servers: [{ name: 'github', state: 'new' }, {}, {}, {}, {}] });
  expect(json).not.toContain(TOKEN);
});

test('where no other host has servers, that is said', async () => {
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), ['mcp', 'import']);
  expect([stdout, exitCode]).toEqual(['', 0]);
  expect(stderr).toMatch(
    /Claude Code, Claude Desktop, Cursor, VS Code, Codex, Windsurf, opencode, Gemini CLI, Zed/,
  );
});

test('without a terminal every entry is shown, and nothing is written until --yes says so', async () => {
  const sandbox = await createSandbox(MACHINE);
  const refused = await runSimse(sandbox, ['mcp', 'import', 'claude-code']);
  expect(refused.stderr).toMatch(
    /github: GITHUB_TOKEN='\*\*\*' npx -y server-github\n +\(.*\.claude\.json\)/,
  );
  expect(refused.stderr).toContain('--yes');
  expect([refused.stdout, refused.exitCode]).toEqual(['', 2]);
  await expect(stat(join(sandbox.config, 'mcp.json'))).rejects.toThrow('ENOENT');

  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'import', 'claude-code', '--yes']);
  const file = join(sandbox.config, 'mcp.json');
  expect([stdout, exitCode]).toEqual([`Imported github, My-Notes into ${file}.\n`, 0]);
  expect(await readJson(file)).toEqual({
    servers: [
      { name: 'github', command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: TOKEN } },
      { name: 'My-Notes', transport: 'http', url: 'https://notes.example/mcp' },
    ],
  });
  expect(stderr).toContain('GITHUB_TOKEN was copied as it is');
  expect((await stat(file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

test('a project’s file gets variables instead of secrets, and what was looked at is trusted', async () => {
  const sandbox = await createSandbox({
    'home/.cursor/mcp.json': {
      mcpServers: { everyday: { ...mcpServer('everyday'), env: { API_KEY: 'k3yk3yk3y' } } },
    },
  });
  const { stderr } = await runSimse(sandbox, ['mcp', 'import', 'cursor', '--scope', 'project', '--yes']);
  expect(stderr).toContain('everyday: set API_KEY; the secret was not copied.');
  expect(await readJson(sandbox.work, 'mcp.json')).toMatchObject({
    servers: [{ name: 'everyday', env: { API_KEY: '${API_KEY}' } }],
  });
  const called = await runSimse(sandbox, ['mcp', 'call', 'everyday/environment'], {
    env: { API_KEY: 'mine' },
  });
  expect(JSON.parse(called.stdout)).toMatchObject({ API_KEY: 'mine' });
});

test('what the other host asks for is written switched off, and says what to set', async () => {
  const sandbox = await createSandbox(MACHINE);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'import', 'vscode', '--yes']);
  expect([stdout, exitCode]).toEqual([expect.stringContaining('Imported asks into'), 0]);
  expect(stderr).toMatch(/asks is disabled: .*set KEY\. simse mcp enable asks/);
  expect(stderr).toMatch(/socket is left out: it listens on a socket/);
  expect(await readJson(sandbox.config, 'mcp.json')).toEqual({
    servers: [{ name: 'asks', command: 'npx', args: ['asks'], env: { KEY: '${KEY}' }, enabled: false }],
  });
});

test('servers are chosen by name; what is there already stays until --force replaces it', async () => {
  const before = '{\n  // mine\n  "servers": [{ "name": "github", "command": "mine" }]\n}\n';
  const sandbox = await createSandbox({ ...MACHINE, 'config/mcp.json': before });
  const take = (...args: string[]) => runSimse(sandbox, ['mcp', 'import', ...args, '--yes']);
  const taken = await take('claude-code', 'github');
  expect([taken.stderr, taken.exitCode]).toEqual([expect.stringContaining('there already; --force'), 1]);
  expect(await readFile(join(sandbox.config, 'mcp.json'), 'utf8')).toBe(before);
  const both = await take('all', 'github', 'My Notes', '--force', '--output-format', 'json');
  expect(JSON.parse(both.stdout)).toMatchObject({
    imported: [{ name: 'github', source: 'claude-code', env: { GITHUB_TOKEN: '***' } }, { name: 'My-Notes' }],
    skipped: [],
  });
  const text = await readFile(join(sandbox.config, 'mcp.json'), 'utf8');
  expect(text).toContain('// mine');
  expect(text).not.toContain('figma');
});

test.each([
  ['a host that does not exist', ['cursr'], /Did you mean cursor\?/],
  ['a server that the host does not have', ['codex', 'fig'], /codex has no server "fig"\.\nIt has figma\./],
])('%s is told with what there is', async (_what, args, message) => {
  const { stderr, exitCode } = await runSimse(await createSandbox(MACHINE), ['mcp', 'import', ...args]);
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(2);
});

test('in a terminal it asks, and a no writes nothing', async () => {
  const sandbox = await createSandbox(MACHINE);
  const take = () => openTerminal(sandbox, ['mcp', 'import', 'codex'], { columns: 200 });
  const declined = take();
  await declined.waitFor('Write this server into');
  expect(declined.transcript()).toContain('figma: https://figma.example/mcp, Authorization: Bearer ${FIGMA}');
  declined.send('\r');
  expect(await declined.exited).toBe(1);
  expect(declined.transcript()).toContain('Nothing was written.');
  await expect(stat(join(sandbox.config, 'mcp.json'))).rejects.toThrow('ENOENT');
  const agreed = take();
  await agreed.waitFor('Write this server into');
  agreed.send('y\r');
  expect(await agreed.exited).toBe(0);
  expect(await readJson(sandbox.config, 'mcp.json')).toMatchObject({ servers: [{ name: 'figma' }] });
});
