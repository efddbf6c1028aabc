import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { McpServerConfig } from '../../src/config/mcp-server-config.ts';
import type { BackendMcpServer } from '../../src/core/ports/backend.ts';
import type { Bridge } from '../../src/core/ports/bridge.ts';
import { runShim } from '../../src/mcp-server/bridge/socket-bridge.ts';
import { readJsonLines } from '../../src/platform/json-lines.ts';
import { bridgeTo, stdioEntry } from './open-bridge.ts';
import { fixture, startHost } from './start-host.ts';

type StdioEntry = Extract<BackendMcpServer, { transport: 'stdio' }>;

async function openStdio(servers: McpServerConfig[] = []): Promise<{
  bridge: Bridge;
  entry: StdioEntry;
  socketPath: string;
  token: string;
}> {
  const { host } = await startHost(servers);
  const bridge = await bridgeTo(host, false);
  const entry = stdioEntry(bridge);
  const { SIMSE_BRIDGE_SOCKET = '', SIMSE_BRIDGE_TOKEN = '' } = entry.env;
  return { bridge, entry, socketPath: SIMSE_BRIDGE_SOCKET, token: SIMSE_BRIDGE_TOKEN };
}

/** A shim, and an agent that writes requests to it by hand. */
function startShim(socketPath: string, token: string) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const ended = runShim({ socketPath, token, stdin, stdout });
  const answers = readJsonLines(stdout);
  let id = 0;
  return {
    stdin,
    stdout,
    ended,
    async request(method: string, params: object): Promise<unknown> {
      id += 1;
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { value: line } = await answers.next();
      return line?.kind === 'object' ? (line.value.result ?? line.value) : line;
    },
  };
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'agent', version: '1' },
};

test('the entry for the backend names the shim, the socket and the token', async () => {
  const { entry, socketPath, token } = await openStdio();

  expect(entry).toEqual({
    transport: 'stdio',
    name: 'simse',
    command: 'simse',
    args: ['mcp', 'bridge'],
    env: { SIMSE_BRIDGE_SOCKET: socketPath, SIMSE_BRIDGE_TOKEN: token },
  });
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test.skipIf(process.platform === 'win32')('nobody else can reach the socket', async () => {
  const { socketPath } = await openStdio();
  expect((await stat(path.dirname(socketPath))).mode & 0o777).toBe(0o700);
});

test('an agent that only knows stdio calls the tools through the shim, two agents at once', async () => {
  const { socketPath, token } = await openStdio([fixture('everyday')]);
  const shims = [startShim(socketPath, token), startShim(socketPath, token)];

  for (const shim of shims) {
    expect(await shim.request('initialize', INITIALIZE)).toMatchObject({ serverInfo: { name: 'simse' } });
    const { tools } = (await shim.request('tools/list', {})) as { tools: unknown[] };
    expect(tools).toHaveLength(25);
  }
  const results = await Promise.all(
    shims.map((shim, n) => shim.request('tools/call', { name: 'everyday__echo', arguments: { n } })),
  );

  expect(results).toEqual(
    [0, 1].map((n) => ({
      content: [{ type: 'text', text: `{"tool":"echo","args":{"n":${n}}}` }],
      isError: false,
    })),
  );
  for (const { stdin, ended } of shims) {
    stdin.end();
    await ended;
  }
});

test('a wrong token ends the connection without an answer', async () => {
  const { socketPath } = await openStdio();
  const { stdin, stdout, ended } = startShim(socketPath, 'wrong');
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE })}\n`);

  await ended;

  expect(stdout.read()).toBeNull();
});

test('a message without a token before it ends the connection', async () => {
  const { socketPath } = await openStdio();
  const socket = createConnection(socketPath);
  const closed = once(socket, 'close');

  socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`);

  await closed;
  expect(socket.bytesRead).toBe(0);
});

test('the shim ends when simse closes the bridge, and the socket is gone', async () => {
  const { bridge, socketPath, token } = await openStdio();
  const shim = startShim(socketPath, token);
  await shim.request('initialize', INITIALIZE);

  await bridge[Symbol.asyncDispose]();
  await shim.ended;

  await expect(stat(path.dirname(socketPath))).rejects.toThrow('ENOENT');
});

test('a shim without its simse says so', async () => {
  const { bridge, socketPath, token } = await openStdio();
  await bridge[Symbol.asyncDispose]();

  await expect(startShim(socketPath, token).ended).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'cannot reach the simse that this bridge belongs to',
  });
});
