import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { quoteCommandLine } from '../../src/platform/command-line.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { type OAuthServers, startOAuthServers } from '../mcp/auth/oauth-server.ts';
import { agentSandbox } from './agent-sandbox.ts';
import { openRepl, prompt } from './repl.ts';

/** A browser whose user agrees to everything. */
const BROWSER = quoteCommandLine([
  process.execPath,
  fileURLToPath(new URL('../conformance/browse.mjs', import.meta.url)),
]);
const NO_BROWSER = 'there-is-no-such-browser';
/** A dialog takes no keys when it has just appeared. */
const GUARD_MS = 220;

/** A REPL whose only server, `far`, needs a login, once it has said so. */
async function openFar({ url }: OAuthServers, browser: string): Promise<Terminal> {
  const files = { 'config/mcp.json': { servers: [{ name: 'far', url }] } };
  const sandbox = await agentSandbox('simse-dialect-agent.mjs', files);
  const options = { columns: 200, rows: 50, env: { BROWSER: browser } };
  const terminal = await openRepl(sandbox, options, ['--allow', 'far/*']);
  await terminal.waitFor('/mcp login far');
  return terminal;
}

async function agree(terminal: Terminal): Promise<void> {
  await terminal.waitFor('Enter to open it in the browser');
  await delay(GUARD_MS);
  terminal.send(KEYS.enter);
  await terminal.waitGone('Enter to open it in the browser');
}

test('a server that needs a login says so and asks nothing until the user logs in', async () => {
  const servers = await startOAuthServers();
  const terminal = await openFar(servers, BROWSER);
  await terminal.waitFor('MCP far needs login');
  expect(terminal.screen()).not.toContain('A page to open');
  expect(servers.to('/register')).toEqual([]);
  prompt(terminal, '/mcp login far');
  const asked = await terminal.waitFor('far needs you to log in.');
  expect(asked).toContain(`at ${new URL(servers.issuer).host}`);
  await agree(terminal);
  await terminal.waitFor('far is ready with 1 tool.');
  await terminal.waitGone('needs login');
  prompt(terminal, '/mcp logout far');
  await terminal.waitFor('Logged out of far.');
  await terminal.waitFor('MCP far needs login');
});

test('without a browser the address is written out, and that at which another one ends is taken', async () => {
  const terminal = await openFar(await startOAuthServers(), NO_BROWSER);
  prompt(terminal, '/mcp far');
  await terminal.waitFor('l log in');
  terminal.send('l');
  await agree(terminal);
  await terminal.waitFor('No browser could be opened here.');
  const page = /^\s*(http\S+\/authorize\S+)$/m.exec(terminal.transcript())?.[1] ?? '';
  const { headers } = await fetch(page, { redirect: 'manual' });
  await delay(GUARD_MS);
  terminal.send(`${headers.get('location')}${KEYS.enter}`);
  await terminal.waitFor('far is ready with 1 tool.');
  await expect.poll(() => terminal.screen()).toContain('── far · ready');
});

test('a login can be left while the browser is waited for', async () => {
  const terminal = await openFar(await startOAuthServers(), NO_BROWSER);
  prompt(terminal, '/mcp login far');
  await agree(terminal);
  await terminal.waitFor('No browser could be opened here.');
  await delay(GUARD_MS);
  terminal.send(KEYS.escape);
  await terminal.waitFor('The login to far was left.');
  await expect.poll(() => terminal.screen()).toContain('MCP far needs login');
});

test('a call that needs more than the login brought asks for it, and goes on', async () => {
  const servers = await startOAuthServers({ needs: { 'tools/call': 'write' } });
  const terminal = await openFar(servers, BROWSER);
  prompt(terminal, '/mcp login far');
  await agree(terminal);
  await terminal.waitFor('far is ready with 1 tool.');
  prompt(terminal, 'call far/whoami {}');
  await agree(terminal);
  await terminal.waitFor('● hello');
  expect(servers.to('/authorize').map(({ params }) => params['scope'])).toEqual([undefined, 'write']);
});
