import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_UI } from '../../src/core/ports/ui-settings.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { load, loadError } from './load.ts';

const server = (name: string, command: string) => ({ name, command });

test('without any file there is a working default config', async () => {
  const config = await load(await tempDir());
  expect(config).toMatchObject({
    backends: [],
    mcpServers: [],
    defaultServer: null,
    grants: null,
    warnings: [],
  });
  const rules = { allow: [], ask: [], deny: [] };
  expect(config.settings).toEqual({
    permissionMode: 'default',
    ...rules,
    maxTurns: 10,
    models: {},
    ui: DEFAULT_UI,
  });
});

test('a server gets the documented defaults', async () => {
  const dir = await tempDir({
    'user/acp.json': { servers: [server('a', 'agent')] },
    'user/mcp.json': { servers: [server('m', 'mcp')] },
  });
  const { backends, mcpServers } = await load(dir);
  expect(backends[0]?.value).toEqual({
    name: 'a',
    command: 'agent',
    args: [],
    env: {},
    timeoutMs: 60_000,
    dialect: 'auto',
    mcp: 'bridge',
  });
  expect(mcpServers[0]?.value).toEqual({
    name: 'm',
    transport: 'stdio',
    command: 'mcp',
    args: [],
    env: {},
    requiredEnv: [],
    enabled: true,
    restart: true,
    timeoutMs: 60_000,
    startupTimeoutMs: 30_000,
  });
});

test('the project beats the user, server by server, and each knows its file', async () => {
  const dir = await tempDir({
    'user/mcp.json': { servers: [server('both', 'users'), server('mine', 'users')] },
    'work/mcp.json': { servers: [server('both', 'projects'), server('theirs', 'projects')] },
  });
  const { mcpServers } = await load(dir);
  expect(
    mcpServers.map(({ value, origin }) => [value.name, origin.scope, path.relative(dir, origin.file)]),
  ).toEqual([
    ['both', 'project', path.join('work', 'mcp.json')],
    ['mine', 'user', path.join('user', 'mcp.json')],
    ['theirs', 'project', path.join('work', 'mcp.json')],
  ]);
  expect(mcpServers[0]?.value).toMatchObject({ command: 'projects' });
});

test('a file named on the command line beats both', async () => {
  const dir = await tempDir({
    'work/mcp.json': { servers: [server('one', 'projects')] },
    'other.json': { mcpServers: { one: { command: 'named' } } },
  });
  const { mcpServers } = await load(dir, { files: { mcpConfig: '../other.json' } });
  expect(mcpServers).toMatchObject([{ value: { command: 'named' }, origin: { scope: 'flag' } }]);
});

test('a file named on the command line must exist', async () => {
  const error = await loadError(await tempDir(), { files: { mcpConfig: 'gone.json' } });
  expect(error).toMatchObject({ code: 'config', message: `${path.join('work', 'gone.json')}: no such file` });
});

test.each(['acp.json', 'mcp.json'])(
  'of .simse/%s and ./%s the former is read, and a warning says so',
  async (name) => {
    const dir = await tempDir({
      [`work/.simse/${name}`]: { servers: [server('hidden-folder', 'x')] },
      [`work/${name}`]: 'not even JSON',
    });
    const config = await load(dir);
    expect([...config.backends, ...config.mcpServers].map(({ value }) => value.name)).toEqual([
      'hidden-folder',
    ]);
    expect(config.warnings).toEqual([
      `${path.join(dir, 'work', name)}: is ignored, since ${path.join(dir, 'work', '.simse', name)} is there as well`,
    ]);
  },
);

test("in the user's own config directory its files count as the user's, not as a project's", async () => {
  const dir = await tempDir({ 'user/mcp.json': { servers: [server('mine', 'x')] } });
  const { mcpServers } = await load(dir, { cwd: path.join(dir, 'user') });
  expect(mcpServers.map(({ origin }) => origin.scope)).toEqual(['user']);
});

test('comments, trailing commas, a byte order mark and $schema are fine', async () => {
  const dir = await tempDir({
    'user/acp.json':
      '\uFEFF// agents\n{"$schema": "x", "servers": [{"name": "a", /* it */ "command": "x"},],}\n',
  });
  expect((await load(dir)).backends.map(({ value }) => value.name)).toEqual(['a']);
});

test("a file's defaultAgent is for its servers that name none", async () => {
  const dir = await tempDir({
    'user/acp.json': {
      servers: [server('a', 'x'), { ...server('b', 'x'), defaultAgent: 'small' }],
      defaultAgent: 'large',
    },
  });
  expect((await load(dir)).backends.map(({ value }) => value.defaultAgent)).toEqual(['large', 'small']);
});

test("the default server is the environment's, else the project's, else the user's", async () => {
  const dir = await tempDir({
    'user/acp.json': { servers: [server('a', 'x'), server('b', 'x'), server('c', 'x')], defaultServer: 'a' },
  });
  expect((await load(dir)).defaultServer).toBe('a');
  const withProject = await tempDir({
    'user/acp.json': { servers: [server('a', 'x'), server('b', 'x')], defaultServer: 'a' },
    'work/acp.json': { defaultServer: 'b' },
  });
  expect((await load(withProject)).defaultServer).toBe('b');
  expect((await load(withProject, { env: { SIMSE_AGENT: 'a' } })).defaultServer).toBe('a');
});

test('a default server that does not exist is an error with a suggestion', async () => {
  const dir = await tempDir({
    'work/acp.json': { servers: [server('claude', 'x')], defaultServer: 'cluade' },
  });
  expect(await loadError(dir)).toEqual({
    code: 'config',
    message: `${path.join('work', 'acp.json')}: defaultServer: no agent is called "cluade".`,
    hint: 'Did you mean "claude"? Configured: claude.',
  });
  expect(await loadError(await tempDir(), { env: { SIMSE_AGENT: 'x' } })).toMatchObject({
    message: 'SIMSE_AGENT: no agent is called "x".',
  });
});
