import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { mcpServer } from './mcp-servers.ts';
import { serveSimse } from './serve-simse.ts';

const LUCENIA = '/_plugins/_ml/mcp/sse';

test('the token that was made is printed once, and lets in', async () => {
  const { origin, said } = await serveSimse(await createSandbox(), []);
  const lines = () => said().match(/Authorization: Bearer \S+/g) ?? [];
  await expect.poll(lines).toHaveLength(1);
  const [line = ''] = lines();
  const status = async (authorization: string) =>
    (await fetch(`${origin}/mcp`, { headers: { authorization, accept: 'text/event-stream' } })).status;
  // Without a session there is nothing to listen to.
  expect(await status(line.replace('Authorization: ', ''))).toBe(400);
  expect(await status('Bearer guess')).toBe(401);
});

test('a server that others can reach says which names it answers to', async () => {
  const sandbox = await createSandbox();
  const [open, own] = await Promise.all([
    serveSimse(sandbox, ['--http', '0.0.0.0:0', '--allow-host', 'Agents.example']),
    serveSimse(sandbox, []),
  ]);
  const { host, port } = new URL(open.origin);
  const names = `${host}, 127.0.0.1:${port}, localhost:${port}, [::1]:${port}, agents.example`;
  await expect.poll(open.said).toContain(`it answers to ${names}; --allow-host adds a name.`);
  await expect.poll(own.said).toContain('Authorization');
  expect(own.said()).not.toContain('answers to');
});

const NOISY = `import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
const { spawn } = child;
child.spawn = (...all) => {
  console.log('noise while it starts');
  setTimeout(() => process.stdout.write('noise while it serves'));
  return spawn(...all);
};
syncBuiltinESMExports();
process.on('exit', () => console.log('noise while it ends'));
`;

test('whatever a dependency prints, only the protocol reaches stdout', async () => {
  const sandbox = await createSandbox({
    'noisy.mjs': NOISY,
    'config/mcp.json': { servers: [mcpServer('everyday')] },
  });
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    },
    { id: 2, method: 'tools/list' },
  ];
  const { stdout, stderr } = await runSimse(sandbox, ['mcp', 'serve', '--expose', 'everyday/*'], {
    stdin: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    env: { NODE_OPTIONS: `--import=${pathToFileURL(join(sandbox.root, 'noisy.mjs')).href}` },
  });
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: 1 }, { id: 2 }]);
  for (const when of ['starts', 'serves', 'ends']) expect(stderr).toContain(`noise while it ${when}`);
});

test('who starts it by hand in a terminal is told what it waits for', async () => {
  const terminal = openTerminal(await createSandbox(), ['mcp', 'serve']);
  await terminal.waitFor('speaking MCP on stdin and stdout');
  terminal.send('\u0003');
  expect(await terminal.exited).toBe(0);
});

test('what is for HTTP is refused without it, as nobody would be asked for a secret', async () => {
  const options = [['--token-file', 'x'], ['--basic-user', 'ada'], ['--no-auth'], ['--allow-host', 'x:1']];
  const sandbox = await createSandbox();
  const ended = await Promise.all(options.map((args) => runSimse(sandbox, ['mcp', 'serve', ...args])));
  expect(ended.map(({ exitCode, stderr }) => [exitCode, stderr.split('\n')[0]])).toEqual(
    options.map(([option]) => [2, `simse: ${option} is for a server over HTTP.`]),
  );
});

test('a name and password may stand in its place, for every way in', async () => {
  const { origin, said } = await serveSimse(await createSandbox(), ['--sse-message', '--basic-user', 'ada']);
  const password = () => /password of ada: (\S+)/.exec(said())?.[1];
  await expect.poll(password).toBeDefined();
  const status = async (path: string, pair: string) => {
    const headers = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
    const response = await fetch(origin + path, { headers });
    await response.body?.cancel();
    return response.status;
  };
  for (const path of ['/sse', LUCENIA]) {
    expect(said()).toContain(origin + path);
    expect(await status(path, `ada:${password()}`)).toBe(200);
    expect(await status(path, 'ada:guess')).toBe(401);
  }
  expect(await status('/mcp', 'ada:guess')).toBe(401);
});

test('a server that is told to stop ends at once, though streams are open', async () => {
  const { origin, stop } = await serveSimse(await createSandbox(), ['--sse-message', '--no-auth']);
  const streams = await Promise.all(['/sse', LUCENIA].map((path) => fetch(origin + path)));
  expect(await stop()).toBe(0);
  for (const { body } of streams) {
    const reader = body?.getReader();
    await expect.poll(async () => (await reader?.read())?.done).toBe(true);
  }
});

test.each([
  ['two secrets', ['--basic-user', 'ada', '--token-file', 'x'], '--token-file'],
  ['a secret and none', ['--basic-user', 'ada', '--no-auth'], '--no-auth'],
  ['a rate of none', ['--rate-limit', '0'], 'above 0'],
])('%s are refused as wrong usage', async (_what, args, words) => {
  const { stderr, exitCode } = await runSimse(await createSandbox(), [
    'mcp',
    'serve',
    '--http',
    ':0',
    ...args,
  ]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(words);
});

test.each([['0.0.0.0:0'], ['[::]:0'], ['0:0'], ['[::ffff:0:0]:0'], ['0x0:0']])(
  'at %s nobody is served without a secret, unless the danger is named',
  async (address) => {
    const sandbox = await createSandbox();
    const serve = ['mcp', 'serve', '--http', address, '--no-auth'];
    const { exitCode, stderr } = await runSimse(sandbox, serve);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--dangerously-allow-unauthenticated')]);
    expect(stderr).toContain('without a secret');
    expect(stderr).not.toContain('serving MCP');
  },
);

test('a server for everybody says so, where the danger is named', async () => {
  const flags = ['--http', '0.0.0.0:0', '--no-auth', '--dangerously-allow-unauthenticated'];
  const { said } = await serveSimse(await createSandbox(), flags);
  await expect.poll(said).toContain('anyone who reaches it can use it');
});

test.each([['127.0.0.1:0'], ['[::1]:0'], ['localhost:0'], [':0'], ['127.0.0.2:0'], ['[::ffff:7f00:1]:0']])(
  'at %s, which only this machine reaches, no secret is needed',
  async (address) => {
    const { origin } = await serveSimse(await createSandbox(), ['--http', address, '--no-auth']);
    expect(origin).toMatch(/^http:/);
  },
);
