import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { load, loadError } from './load.ts';

/** One bad file in the user's config directory, and what is said about it after the file's name. */
const BAD_FILES = [
  // Not JSON at all
  ['acp.json', '', 'is empty'],
  ['acp.json', ' \n\t', 'is empty'],
  ['acp.json', '// nothing\n', '2:1: is not valid JSON: value expected'],
  ['acp.json', '{"servers": [\n  {"name" "a"}\n]}', '2:11: is not valid JSON: colon expected'],
  ['acp.json', '{"servers": [', '1:14: is not valid JSON: close bracket expected'],
  ['config.json', '{allow: []}', '1:2: is not valid JSON: invalid symbol'],
  ['mcp.json', '['.repeat(200_000), 'is nested too deeply'],
  ['mcp.json', ' '.repeat(10_000_000), 'is 10.0 MB large, expected at most 1 MB'],
  ['mcp.json', Buffer.from('{"servers": []}', 'utf16le'), '1:2: is not valid JSON: invalid symbol'],
  ['mcp.json', Buffer.from([0xff, 0xfe, 0x7b, 0x00]), 'is not UTF-8 text'],
  // Of the wrong shape
  ['acp.json', '[]', '1:1: expected an object, found an empty list'],
  ['acp.json', 'null', '1:1: expected an object, found null'],
  ['acp.json', '{"servers": {}}', '1:13: servers: expected a list of agents, found an object'],
  ['acp.json', '{"servers": [1]}', '1:14: servers[0]: expected an object, found 1'],
  ['acp.json', '{"servers": [{"command": "x"}]}', '1:14: servers[0].name: is missing, expected a string'],
  [
    'acp.json',
    '{"servers": [{"name": "a b", "command": "x"}]}',
    '1:23: servers[0].name: expected a name of 1 to 64 letters, digits, ".", "_" and "-", found "a b"',
  ],
  ['acp.json', '{"servers": [{"name": "a"}]}', '1:14: servers[0].command: is missing, expected a string'],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": ""}]}',
    '1:39: servers[0].command: expected a non-empty string, found ""',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": ["npx", "x"]}]}',
    '1:39: servers[0].command: expected a string, found a list',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x", "args": "--acp"}]}',
    '1:52: servers[0].args: expected a list of strings, found a string',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x", "args": ["-p", 80]}]}',
    '1:59: servers[0].args[1]: expected a string, found a number',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x", "timeoutMs": "1m"}]}',
    '1:57: servers[0].timeoutMs: expected a whole number of milliseconds above 0, found "1m"',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x", "timeoutMs": 1e12}]}',
    '1:57: servers[0].timeoutMs: expected a whole number of milliseconds above 0, at most 2147483647, found 1000000000000',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x", "dialect": "ACP"}]}',
    '1:55: servers[0].dialect: expected "auto", "acp" or "simse", found "ACP"',
  ],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x", "timeout": 5}]}',
    '1:55: servers[0].timeout: is not a known key; did you mean "timeoutMs"?',
  ],
  ['acp.json', '{"severs": []}', '1:12: severs: is not a known key; did you mean "servers"?'],
  [
    'acp.json',
    '{"servers": [{"name": "a", "command": "x"}, {"name": "a", "command": "y"}]}',
    '1:54: servers[1].name: "a" is already the name of an earlier entry',
  ],
  ['acp.json', '{"defaultServer": "a", "defaultServer": "b"}', '1:24: defaultServer: is a duplicate key'],
  // MCP servers
  ['mcp.json', '{"mcpServer": {"a": {}}}', '1:15: mcpServer: is not a known key; did you mean "mcpServers"?'],
  ['mcp.json', '{"inputs": []}', '1:1: has neither "servers" nor "mcpServers"'],
  ['mcp.json', '{"mcpServers": "x"}', '1:16: mcpServers: expected a list of servers, found "x"'],
  ['mcp.json', '{"mcpServers": {"a": null}}', '1:22: mcpServers.a: expected an object, found null'],
  [
    'mcp.json',
    '{"mcpServers": {"a/b": {"command": "x"}}}',
    '1:24: mcpServers["a/b"].name: expected a name of 1 to 32 letters, digits, "_" and "-", found "a/b"',
  ],
  [
    'mcp.json',
    '{"mcpServers": {"simse": {"command": "x"}}}',
    `1:26: mcpServers.simse: "simse" is the name of simse's own tools; give the server another one`,
  ],
  [
    'mcp.json',
    '{"servers": [{"name": "simse", "command": "x"}]}',
    `1:23: servers[0].name: "simse" is the name of simse's own tools; give the server another one`,
  ],
  ['mcp.json', '{"mcpServers": {"a": {}, "a": {}}}', '1:26: mcpServers.a: is a duplicate key'],
  [
    'mcp.json',
    '{"servers": [{"name": "a", "command": "x"}], "mcpServers": {"a": {"command": "y"}}}',
    '1:66: mcpServers.a: "a" is already the name of an earlier entry',
  ],
  [
    'mcp.json',
    '{"servers": [{"name": "a", "transport": "stdo", "command": "x"}]}',
    '1:41: servers[0].transport: expected "stdio", "http", "sse", "websocket", "lucenia-sse", found "stdo"; did you mean "stdio"?',
  ],
  [
    'mcp.json',
    '{"servers": [{"name": "a", "type": 5, "command": "x"}]}',
    '1:36: servers[0].type: expected "stdio", "http", "sse", "websocket", "lucenia-sse", found 5',
  ],
  [
    'mcp.json',
    '{"servers": [{"name": "a", "type": "http", "command": "x"}]}',
    '1:14: servers[0].url: is missing, expected a string',
  ],
  [
    'mcp.json',
    '{"servers": [{"name": "a", "command": "x", "env": {"TOKEN": 123456}}]}',
    '1:61: servers[0].env.TOKEN: expected a string, found a number',
  ],
  // Settings
  [
    'config.json',
    '{"permissionMode": "yolo"}',
    '1:20: permissionMode: expected "default", "acceptEdits", "plan", "dontAsk" or "bypassPermissions", found "yolo"',
  ],
  ['config.json', '{"allow": "shell"}', '1:11: allow: expected a list of permission rules, found "shell"'],
  [
    'config.json',
    '{"deny": ["shell", "shell("]}',
    '1:20: deny[1]: expected a permission rule such as "shell(git status*)", found "shell("',
  ],
  ['config.json', '{"maxTurns": 0}', '1:14: maxTurns: expected a whole number above 0, found 0'],
  [
    'config.json',
    '{"permissionmode": "plan"}',
    '1:20: permissionmode: is not a known key; did you mean "permissionMode"?',
  ],
  [
    'config.json',
    '{"colour": 1}',
    '1:12: colour: is not a known key; known are $schema, permissionMode, allow, ask, deny, maxTurns, timeoutMs, ui, models',
  ],
] as const;

test.each(BAD_FILES.map(([name, content, said]) => ({ name, content, said })))(
  '$name: $said',
  async ({ name, content, said }) => {
    const dir = await tempDir();
    await mkdir(path.join(dir, 'user'));
    await writeFile(path.join(dir, 'user', name), content);
    const error = await loadError(dir);
    expect(error).toMatchObject({ code: 'config' });
    const file = path.join('user', name);
    expect(error.message).toBe(/^\d/.test(said) ? `${file}:${said}` : `${file}: ${said}`);
  },
);

test('every problem of a file is told at once, the first five in full', async () => {
  const bad = (index: number) => ({ name: `s${index}`, command: index });
  const dir = await tempDir({ 'user/acp.json': { servers: [1, 2, 3, 4, 5, 6, 7].map(bad) } });
  const { message } = await loadError(dir);
  expect(message.split('\n')).toEqual([
    `${path.join('user', 'acp.json')} has 7 problems:`,
    ...[0, 1, 2, 3, 4].map(
      (index) => `  ${5 + 4 * index}:18  servers[${index}].command  expected a string, found ${index + 1}`,
    ),
    '  and 2 more',
  ]);
});

test('the hint shows what the file looks like', async () => {
  const dir = await tempDir({ 'user/mcp.json': '[]' });
  expect((await loadError(dir)).hint).toContain('{"servers": [{"name": "files", "command": "npx"');
});

test('a long value is cut, a secret is not shown', async () => {
  const token = 'sk-very-secret';
  const dir = await tempDir({
    'user/acp.json': { servers: [{ name: 'x'.repeat(500), command: 'x', env: token }] },
  });
  const { message } = await loadError(dir);
  expect(message).toContain(`found "${'x'.repeat(39)}…`);
  expect(message).not.toContain(token);
});

test('a directory in place of a file is told', async () => {
  const dir = await tempDir({ 'work/.simse/mcp.json/x': '' });
  expect((await loadError(dir)).message).toBe(
    `${path.join('work', '.simse', 'mcp.json')}: is a directory, expected a file`,
  );
});

test('a file in place of the .simse directory is no config', async () => {
  expect((await load(await tempDir({ 'work/.simse': 'x' }))).backends).toEqual([]);
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a file that may not be read is told',
  async () => {
    const dir = await tempDir({ 'user/x': '' });
    await writeFile(path.join(dir, 'user', 'acp.json'), '{}', { mode: 0o000 });
    expect((await loadError(dir)).message).toBe(
      `${path.join('user', 'acp.json')}: cannot be read: permission denied`,
    );
  },
);

test('keys that other hosts write into mcp.json are ignored with a warning', async () => {
  const dir = await tempDir({
    'user/mcp.json': {
      inputs: [],
      servers: { files: { command: 'npx', arg: ['x'], gallery: true } },
    },
  });
  const file = path.join(dir, 'user', 'mcp.json');
  expect((await load(dir)).warnings).toEqual([
    `${file}: inputs is ignored: simse does not use it`,
    `${file}: servers.files.arg is ignored; did you mean "args"?`,
    `${file}: servers.files.gallery is ignored: simse does not use it`,
  ]);
});
