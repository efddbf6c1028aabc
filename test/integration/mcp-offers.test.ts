import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { fixture } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const withServers = (...servers: object[]): Promise<Sandbox> =>
  createSandbox({ 'config/mcp.json': { servers } });

test('status starts the servers and says of each how it is', async () => {
  const sandbox = await withServers(
    mcpServer('inquirer'),
    mcpServer('exit-at-once', { restart: false }),
    mcpServer('everyday', { enabled: false }),
    { name: 'missing', command: 'no-such-program' },
  );
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'status']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(
    /^inquirer +ready +stdio 20\d\d-\d\d-\d\d +3 tools, 2 prompts, 2 resources, \d+ ms, pid \d+$/,
  );
  expect(lines[1]).toMatch(/^exit-at-once +failed +stdio/);
  expect(lines[2]).toMatch(/^everyday +disabled +stdio/);
  expect(lines[3]).toMatch(/^missing +failed +stdio +.*no-such-program/);
  expect([lines.length, exitCode]).toEqual([4, 1]);
  expect(stderr).not.toMatch(/everyday|inquirer/);
  const asJson = await runSimse(sandbox, ['mcp', 'status', 'inquirer', '--output-format', 'json']);
  expect(JSON.parse(asJson.stdout)).toEqual({
    servers: [
      expect.objectContaining({
        name: 'inquirer',
        state: 'ready',
        transport: 'stdio',
        tools: 3,
        prompts: 2,
        resources: 2,
        pid: expect.any(Number),
        readyMs: expect.any(Number),
        serverInfo: { name: 'inquirer', version: '1' },
      }),
    ],
  });
  expect(asJson.exitCode).toBe(0);
});

test('status of one server has its last words, and that of a disabled one starts nothing', async () => {
  const sandbox = await withServers(
    mcpServer('exit-at-once', { restart: false }),
    mcpServer('everyday', { enabled: false }),
  );
  const failed = await runSimse(sandbox, ['mcp', 'status', 'exit-at-once']);
  expect(failed.stdout).toMatch(/^server +exit-at-once\nstate +failed\nwhy +.*3/);
  expect(failed.exitCode).toBe(1);
  const disabled = await runSimse(sandbox, ['mcp', 'status', 'everyday']);
  expect([disabled.stdout, disabled.exitCode]).toEqual([expect.stringMatching(/state +disabled/), 0]);
  const unknown = await runSimse(sandbox, ['mcp', 'status', 'everday']);
  expect(unknown.stderr).toContain('Did you mean "everyday"?');
  expect(unknown.exitCode).toBe(2);
});

test('what can be done about a server that cannot be reached is said by status and by a call', async () => {
  const sandbox = await withServers({ name: 'far', url: 'http://127.0.0.1:9/mcp', restart: false });
  const { stdout } = await runSimse(sandbox, ['mcp', 'status', 'far']);
  expect(stdout).toMatch(
    /why +cannot be reached: connection refused .*\nwhat to do +Is the server running\?\n/,
  );
  const call = await runSimse(sandbox, ['mcp', 'call', 'far/x']);
  expect(call.stderr).toMatch(/not available: cannot be reached: .*\nIs the server running\?\n$/);
});

test('prompts are listed with their arguments and printed as text or json', async () => {
  const sandbox = await withServers(mcpServer('inquirer'));
  const listed = await runSimse(sandbox, ['mcp', 'prompts']);
  expect(listed.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['inquirer:dialog', 'two who speak'],
    ['inquirer:greet', 'who= [how=]', 'Greets somebody'],
    [''],
  ]);
  const get = (...args: string[]) => runSimse(sandbox, ['mcp', 'get', ...args]);
  expect((await get('inquirer:greet', 'who=Ada', 'how=with a=b')).stdout).toBe('Greet Ada with a=b.\n');
  expect((await get('inquirer:dialog')).stdout).toBe('user: Knock knock.\n\nassistant: Who is there?\n');
  const asJson = await get('inquirer:greet', 'who=Ada', '--output-format', 'json');
  expect(JSON.parse(asJson.stdout)).toEqual({
    messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada politely.' } }],
  });
});

test.each<[string, string[], RegExp, number]>([
  ['an argument is missing', ['inquirer:greet'], /needs who\.\n.*inquirer:greet who=…/, 2],
  [
    'an argument does not exist',
    ['inquirer:greet', 'who=a', 'whom=b'],
    /no argument whom\.\nIt has who, how/,
    2,
  ],
  ['an argument has no value', ['inquirer:greet', 'who'], /name=value/, 2],
  ['the prompt does not exist', ['inquirer:gret'], /Did you mean inquirer:greet\?/, 1],
  ['there is no prompt in the name', ['inquirer'], /named server:prompt/, 2],
  ['the server does not exist', ['nobody:greet'], /No MCP server is called "nobody"/, 2],
])('when %s, getting a prompt says what next', async (_what, args, message, code) => {
  const sandbox = await withServers(mcpServer('inquirer'));
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'get', ...args]);
  expect(stderr).toMatch(message);
  expect([stdout, exitCode]).toEqual(['', code]);
});

test('resources are listed with their templates', async () => {
  const sandbox = await withServers(mcpServer('inquirer'), mcpServer('workshop'));
  const { stdout, exitCode } = await runSimse(sandbox, ['mcp', 'resources']);
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['inquirer:memo://text', 'text/plain', 'memo://text'],
    ['inquirer:memo://bytes', 'image/png', 'memo://bytes'],
    ['workshop:note://1', 'text/plain', 'note://1'],
    ['workshop:note://2', 'text/plain', 'note://2'],
    ['workshop:note://{id}', 'notes'],
    [''],
  ]);
  expect(exitCode).toBe(0);
  const asJson = await runSimse(sandbox, ['mcp', 'resources', 'workshop', '--output-format', 'json']);
  expect(JSON.parse(asJson.stdout)).toEqual({
    resources: [expect.objectContaining({ uri: 'note://1' }), expect.objectContaining({ uri: 'note://2' })],
    templates: [expect.objectContaining({ uriTemplate: 'note://{id}' })],
  });
});

test('a resource goes into a pipe byte by byte', async () => {
  const sandbox = await withServers(mcpServer('inquirer'));
  const read = (...args: string[]) => runSimse(sandbox, ['mcp', 'read', ...args]);
  const text = await read('inquirer:memo://text');
  expect([text.stdout, text.exitCode]).toEqual(['red: \u001b[31mred\u001b[0m, no line break at the end', 0]);
  const bytes = await read('inquirer', 'memo://bytes');
  expect(bytes.stdout).toBe(Buffer.from([0x89, 0x50, 0, 0xff, 0x0a]).toString('utf8'));
  const asJson = await read('inquirer:memo://bytes', '--output-format', 'json');
  expect(JSON.parse(asJson.stdout)).toEqual({
    contents: [{ type: 'resource', uri: 'memo://bytes', mimeType: 'image/png', blob: 'iVAA/wo=' }],
  });
  const missing = await read('inquirer:memo://nothing');
  expect([missing.stdout, missing.exitCode]).toEqual(['', 1]);
  expect(missing.stderr).toContain('memo://nothing');
});

test('on a terminal a resource is cleaned, and bytes are described', async () => {
  const sandbox = await withServers(mcpServer('inquirer'));
  const text = openTerminal(sandbox, ['mcp', 'read', 'inquirer:memo://text']);
  expect(await text.exited).toBe(0);
  expect(text.transcript()).toBe('red: red, no line break at the end');
  expect(text.output()).not.toContain('\u001b[31m');
  const bytes = openTerminal(sandbox, ['mcp', 'read', 'inquirer:memo://bytes']);
  expect(await bytes.exited).toBe(0);
  expect(bytes.transcript()).toBe('[memo://bytes: image/png, 5 bytes; > file keeps them]');
});

test('a reader that leaves early ends the command, and the servers with it', async () => {
  const sandbox = await withServers(mcpServer('everyday'));
  const shell = openTerminal(sandbox, [], {
    command: ['sh', '-c', `"${process.execPath}" "${fixture('../../bin/simse.js')}" mcp tools | head -1`],
  });
  expect(await shell.exited).toBe(0);
  expect(shell.transcript()).toMatch(/^everyday\/echo +the tool echo$/);
});
