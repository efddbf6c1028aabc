import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { agentSandbox, END, fixture } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { serveClient } from './serve-client.ts';

const ASKED = { on: { 'session/prompt': [{ where: true }, END] } };
const ALLOW = ['--allow', 'where/where'];

/** Where a program of the last run was: its directory, and what its environment says of it. */
const inBoth = (directory: string) => `${JSON.stringify([directory, directory])}\n`;

async function folderIn({ work }: Sandbox, name: string): Promise<string> {
  await mkdir(join(work, name), { recursive: true });
  return realpath(join(work, name));
}

test('an agent runs in the directory that --cwd names, and PWD says the same', async () => {
  const sandbox = await agentSandbox(ASKED);
  const shop = await folderIn(sandbox, 'shop');
  const { stdout, stderr } = await runSimse(sandbox, ['--cwd', 'shop', '-p', 'go'], {
    env: { PWD: sandbox.work },
  });
  expect([stdout, stderr]).toEqual([inBoth(shop), '']);
});

test('an agent whose entry has a cwd runs there, whatever --cwd says', async () => {
  const sandbox = await agentSandbox(ASKED, {}, { cwd: '${HOME}' });
  await folderIn(sandbox, 'shop');
  const { stdout } = await runSimse(sandbox, ['--cwd', 'shop', '-p', 'go'], { env: { PWD: sandbox.work } });
  expect(stdout).toBe(inBoth(await realpath(sandbox.home)));
});

test('a cwd that is relative counts from the directory of the session', async () => {
  const sandbox = await agentSandbox(ASKED, {}, { cwd: 'tools' });
  const tools = await folderIn(sandbox, 'shop/tools');
  const { stdout } = await runSimse(sandbox, ['--cwd', 'shop', '-p', 'go'], { env: { PWD: sandbox.work } });
  expect(stdout).toBe(inBoth(tools));
});

test('an agent that goes on with a session of another directory runs in the one of now', async () => {
  const sandbox = await agentSandbox(ASKED);
  const shop = await folderIn(sandbox, 'shop');
  await runSimse(sandbox, ['-p', 'go']);
  const { stdout: listed } = await runSimse(sandbox, ['sessions', 'list', '--output-format', 'json']);
  const [{ id }] = (JSON.parse(listed) as { sessions: [{ id: string }] }).sessions;
  const { stdout } = await runSimse(sandbox, ['--cwd', 'shop', '--resume', id, '-p', 'go'], {
    env: { PWD: sandbox.work },
  });
  expect(stdout).toBe(inBoth(shop));
});

test('an agent that a client asks in a directory runs in that directory', async () => {
  const sandbox = await agentSandbox(ASKED);
  const shop = await folderIn(sandbox, 'shop');
  const { call } = await serveClient(sandbox);
  const { text } = await call('ask_agent', { prompt: 'go', cwd: 'shop' });
  expect(JSON.parse(text)).toContain(shop);
});

test('an MCP server runs in the directory that --cwd names, unless its entry has another', async () => {
  const servers = [mcpServer('where'), { ...mcpServer('where', { cwd: '${HOME}' }), name: 'home' }];
  const sandbox = await agentSandbox(ASKED, { 'config/mcp.json': { servers } });
  const shop = await folderIn(sandbox, 'shop');
  const args = ['--cwd', 'shop', '--allow', '*', 'mcp', 'call'];
  const [own, other] = await Promise.all(
    ['where/where', 'home/where'].map((tool) => runSimse(sandbox, [...args, tool, '{}'])),
  );
  expect([own?.stdout, other?.stdout]).toEqual([`${shop}\n`, `${await realpath(sandbox.home)}\n`]);
});

test('an MCP server that the agent starts itself runs where its entry says', async () => {
  const servers = [{ ...mcpServer('where', { cwd: 'sub dir' }), name: 'where' }];
  const called = { on: { 'session/prompt': [{ tools: [{ id: 't', name: 'where', args: {} }] }, END] } };
  const sandbox = await agentSandbox(called, { 'config/mcp.json': { servers } }, { mcp: 'direct' });
  const folder = await folderIn(sandbox, 'shop/sub dir');
  const { stdout } = await runSimse(sandbox, [
    '--cwd',
    'shop',
    '--format',
    'stream-json',
    '-p',
    'go',
    ...ALLOW,
  ]);
  expect(stdout).toContain(folder);
});

test('a relative command of an entry is found from the directory of the session', async () => {
  const sandbox = await agentSandbox(ASKED, {}, { command: './agent', args: ['${HOME}/scenario.json'] });
  const shop = await folderIn(sandbox, 'shop');
  const script = `#!/bin/sh\nexec '${process.execPath}' '${fixture('acp/mock-agent.mjs')}' "$@"\n`;
  await writeFile(join(shop, 'agent'), script, { mode: 0o755 });
  const { stdout, stderr } = await runSimse(sandbox, ['--cwd', 'shop', '--trust-project', '-p', 'go'], {
    env: { PWD: sandbox.work },
  });
  expect([stdout, stderr]).toEqual([inBoth(shop), '']);
});
