import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { writeFiles } from '../helpers/temp-dir.ts';
import { fixture } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const EVERYDAY = [process.execPath, fixture('mcp/everyday.mjs')];

const readJson = async (...parts: string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(...parts), 'utf8'));

interface Listed {
  name: string;
  scope: string;
  state: string;
  target: string;
}

async function listServers(sandbox: Sandbox): Promise<Listed[]> {
  const { stdout } = await runSimse(sandbox, ['mcp', 'list', '--output-format', 'json']);
  return (JSON.parse(stdout) as { servers: Listed[] }).servers;
}

test('what is configured is listed with its scope; secrets are hidden, variables are not, nothing is started', async () => {
  const sandbox = await createSandbox({
    'config/mcp.json': {
      mcpServers: {
        local: {
          command: 'touch',
          args: ['ran', '--api-key', 'k3yk3yk3y', '${DIR}'],
          env: { TOKEN: 's3cr3ts' },
        },
        web: { url: 'https://ada:pa55word@example.com/mcp?token=t0kent0ken' },
      },
    },
    'work/mcp.json': {
      servers: [{ name: 'brought', command: 'x' }, mcpServer('everyday', { enabled: false })],
    },
  });
  const { stdout, exitCode } = await runSimse(sandbox, ['mcp', 'list']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['local', 'user', 'stdio', 'enabled', "touch ran --api-key '***' '${DIR}'"],
    ['web', 'user', 'http', 'enabled', 'https://ada:***@example.com/mcp?token=***'],
    ['brought', 'project', 'stdio', 'not trusted', 'x'],
    ['everyday', 'project', 'stdio', 'disabled', EVERYDAY.join(' ')],
  ]);
  expect(exitCode).toBe(0);
  expect(JSON.stringify(await listServers(sandbox))).not.toMatch(/s3cr3ts|k3yk3y|pa55word|t0ken/);
});

test('a command is added to the user’s file and works; the name is taken from then on', async () => {
  const sandbox = await createSandbox();
  const file = join(sandbox.config, 'mcp.json');
  const added = await runSimse(sandbox, ['mcp', 'add', 'day', '--env', 'LEVEL=1', '--', ...EVERYDAY]);
  expect([added.stdout, added.exitCode]).toEqual([
    `Added day to ${file}: LEVEL=1 ${EVERYDAY.join(' ')}\n`,
    0,
  ]);
  const [command, ...args] = EVERYDAY;
  expect(await readJson(file)).toEqual({ servers: [{ name: 'day', command, args, env: { LEVEL: '1' } }] });
  const called = await runSimse(sandbox, ['mcp', 'call', 'day/environment']);
  expect(JSON.parse(called.stdout)).toMatchObject({ LEVEL: '1' });
  const again = await runSimse(sandbox, ['mcp', 'add', 'day', 'x']);
  expect([again.stderr, again.exitCode]).toEqual([expect.stringContaining('--force'), 2]);
  await runSimse(sandbox, ['mcp', 'add', 'day', 'x', '--force']);
  expect(await readJson(file)).toEqual({ servers: [{ name: 'day', command: 'x' }] });
});

test.each<[string, string[], object]>([
  ['an address', ['https://host/mcp'], { url: 'https://host/mcp' }],
  [
    'an address with headers',
    ['https://host/mcp', '--header', 'Authorization: Bearer ${TOKEN}', '--transport', 'sse'],
    { transport: 'sse', url: 'https://host/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
  ],
  [
    'an address with a client of OAuth',
    ['wss://host/mcp', '--transport', 'websocket', '--oauth-client-id', 'abc'],
    { transport: 'websocket', url: 'wss://host/mcp', auth: { type: 'oauth', clientId: 'abc' } },
  ],
  [
    'a command in one word',
    ['npx -y "a b"', '--required-env', 'KEY', '--required-env', 'OTHER'],
    { command: 'npx', args: ['-y', 'a b'], requiredEnv: ['KEY', 'OTHER'] },
  ],
  [
    'a value with an equals sign',
    ['--env', 'A=b=c', '--env', 'EMPTY=', '--', 'x'],
    { command: 'x', env: { A: 'b=c', EMPTY: '' } },
  ],
])('%s is written as such', async (_what, args, entry) => {
  const sandbox = await createSandbox();
  const { exitCode } = await runSimse(sandbox, ['mcp', 'add', 'new', ...args]);
  expect(exitCode).toBe(0);
  expect(await readJson(sandbox.config, 'mcp.json')).toEqual({ servers: [{ name: 'new', ...entry }] });
});

test('paths are kept for everywhere in the user’s file, as they are in the project’s', async () => {
  const sandbox = await createSandbox({ 'work/sub/x': '' });
  await runSimse(sandbox, ['mcp', 'add', 'mine', '--cwd', 'sub', '--', './server', '.']);
  await runSimse(sandbox, ['mcp', 'add', 'ours', '--cwd', 'sub', '--scope', 'project', '--', './server']);
  expect(await readJson(sandbox.config, 'mcp.json')).toEqual({
    servers: [
      { name: 'mine', command: join(sandbox.work, 'server'), args: ['.'], cwd: join(sandbox.work, 'sub') },
    ],
  });
  expect(await readJson(sandbox.work, 'mcp.json')).toEqual({
    servers: [{ name: 'ours', command: './server', cwd: 'sub' }],
  });
});

test('what one adds to a project is trusted there; what is changed afterwards is not', async () => {
  const sandbox = await createSandbox({ 'work/.simse/mcp.json': '{\n  // ours\n  "mcpServers": {}\n}\n' });
  await runSimse(sandbox, ['mcp', 'add', 'everyday', '--scope', 'project', '--', ...EVERYDAY]);
  const file = join(sandbox.work, '.simse/mcp.json');
  expect(await readFile(file, 'utf8')).toContain('// ours');
  expect(await listServers(sandbox)).toMatchObject([
    { name: 'everyday', scope: 'project', state: 'enabled' },
  ]);
  const called = await runSimse(sandbox, ['mcp', 'call', 'everyday/echo', '{"a":1}']);
  expect([called.stdout, called.exitCode]).toEqual(['{"tool":"echo","args":{"a":1}}\n', 0]);
  await writeFiles(sandbox.work, { '.simse/mcp.json': { servers: [mcpServer('everyday', {}, ['more'])] } });
  expect(await listServers(sandbox)).toMatchObject([{ name: 'everyday', state: 'not trusted' }]);
});

test.each<[string, string[], RegExp]>([
  ['nothing to start or reach', ['new'], /no command and no address.\n.*simse mcp add new -- npx/],
  ['options outside of --', ['new', 'npx', '-y', 'x'], /unknown option '-y'\n.*after --/s],
  ['a name that cannot be one', ['my server', 'x'], /name expected a name of 1 to 32/],
  ['a header for a command', ['new', 'x', '--header', 'A: b'], /--header .* servers with an address/],
  ['a variable for an address', ['new', 'https://h/mcp', '--env', 'A=b'], /--env and --cwd are for servers/],
  ['a command over http', ['new', 'x', '--transport', 'http'], /over http has an address/],
  ['an address over stdio', ['new', 'https://h/mcp', '--transport', 'stdio'], /over stdio is a command/],
  [
    'a WebSocket over http',
    ['new', 'wss://h/mcp', '--transport', 'http'],
    /is a WebSocket, not a server over http/,
  ],
  ['words behind an address', ['new', 'https://h/mcp', 'x'], /x comes after the URL/],
  ['a variable without a value', ['new', 'x', '--env', 'A'], /It is --env NAME=value/],
  ['a transport that does not exist', ['new', 'x', '--transport', 'tcp'], /tcp.*websocket/],
])('adding %s is refused and nothing is written', async (_what, args, message) => {
  const sandbox = await createSandbox();
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'add', ...args]);
  expect(stderr).toMatch(message);
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(await listServers(sandbox)).toEqual([]);
});

test('a secret that is typed in is said, and not shown', async () => {
  const sandbox = await createSandbox();
  const args = ['mcp', 'add', 'new', 'https://h/mcp', '--header', 'Authorization: Bearer abcdef123456'];
  const { stdout, stderr } = await runSimse(sandbox, args);
  expect(stdout).toContain('Authorization: Bearer ***');
  expect(stderr).toMatch(/Authorization looks like a secret.*\$\{NAME\}/);
});

test('a file that is wrong is left alone, whatever is to be changed in it', async () => {
  const broken = '{"servers": [{"name": "a"}]}';
  const sandbox = await createSandbox({ 'config/mcp.json': broken });
  const changes = [
    ['add', 'b', 'x'],
    ['remove', 'a'],
    ['enable', 'a'],
    ['import', 'cursor', '--yes'],
  ];
  for (const change of changes) {
    const { stderr, exitCode } = await runSimse(sandbox, ['mcp', ...change]);
    expect([stderr, exitCode]).toEqual([expect.stringContaining('servers[0].command: is missing'), 2]);
  }
  expect(await readFile(join(sandbox.config, 'mcp.json'), 'utf8')).toBe(broken);
});

test('switching a server off and on changes one word of the file that counts, and nothing runs meanwhile', async () => {
  const text =
    '{\n  "servers": [\n    // by hand\n    { "name": "a", "command": "x", "enabled": true } // the only one\n  ]\n}\n';
  const sandbox = await createSandbox({
    'config/mcp.json': { servers: [{ name: 'a', command: 'y' }] },
    'work/mcp.json': text,
  });
  const file = join(sandbox.work, 'mcp.json');
  const off = await runSimse(sandbox, ['mcp', 'disable', 'a']);
  expect([off.stdout, off.exitCode]).toEqual([`a is now disabled, by ${file}.\n`, 0]);
  expect(await readFile(file, 'utf8')).toBe(text.replace('true', 'false'));
  const called = await runSimse(sandbox, ['mcp', 'tools', 'a']);
  expect([called.stderr, called.exitCode]).toEqual([expect.stringContaining('simse mcp enable a'), 2]);
  const on = await runSimse(sandbox, ['mcp', 'enable', 'a']);
  expect(on.stderr).toContain('came with the project');
  expect(await readFile(file, 'utf8')).toBe(text);
  const again = await runSimse(sandbox, ['mcp', 'enable', 'a', '--scope', 'user']);
  expect(again.stdout).toBe(`a is enabled already, by ${join(sandbox.config, 'mcp.json')}.\n`);
});

test('a server of --mcp-config is switched in that file', async () => {
  const sandbox = await createSandbox({
    'work/extra.json': { mcpServers: { a: { command: 'x', disabled: true } } },
  });
  await runSimse(sandbox, ['mcp', 'enable', 'a', '--mcp-config', 'extra.json']);
  expect(await readJson(sandbox.work, 'extra.json')).toEqual({
    mcpServers: { a: { command: 'x', disabled: false } },
  });
});

test('removing takes a server out of its file; of two files one has to be said', async () => {
  const servers = (...names: string[]) => ({ servers: names.map((name) => ({ name, command: name })) });
  const sandbox = await createSandbox({
    'config/mcp.json': servers('a', 'b'),
    'work/mcp.json': servers('a'),
  });
  const remove = (...args: string[]) => runSimse(sandbox, ['mcp', 'remove', ...args]);
  expect((await remove('b')).stdout).toBe(`Removed b from ${join(sandbox.config, 'mcp.json')}.\n`);
  expect(await readJson(sandbox.config, 'mcp.json')).toEqual(servers('a'));
  const unclear = await remove('a');
  expect([unclear.stderr, unclear.exitCode]).toEqual([expect.stringContaining('--scope'), 2]);
  expect((await remove('a', '--scope', 'project')).stderr).toContain('counts now');
  expect(await listServers(sandbox)).toMatchObject([{ name: 'a', scope: 'user' }]);
  const unknown = await remove('c');
  expect([unknown.stderr, unknown.exitCode]).toEqual([expect.stringContaining('Configured: a.'), 2]);
});
