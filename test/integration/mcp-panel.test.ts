import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Files } from '../helpers/temp-dir.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { answerDialog, isRestored, openRepl, prompt } from './repl.ts';

/** A form takes no keys when it has just appeared, so that nobody answers it by typing on. */
const GUARD_MS = 220;

const FILES: Files = {
  'config/mcp.json': {
    servers: [mcpServer('workshop'), mcpServer('inquirer'), mcpServer('silent', { enabled: false })],
  },
};
/** In the header, which may be wrapped. */
const SERVERS = /2 MCP\s+servers/;
const ALLOW = ['--allow', 'inquirer/*'];

test.each([
  [80, 24],
  [200, 50],
])('/mcp shows the servers and works on one in a terminal of %i by %i', async (columns, rows) => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('done') } }, FILES);
  const terminal = await openRepl(sandbox, { columns, rows });
  await terminal.waitFor(SERVERS);
  prompt(terminal, '/mcp');
  await terminal.waitFor('Enter to open');
  const listed = await terminal.waitFor(
    /› ✔ workshop +ready +stdio +\d+ tools · 1 prompt · 2 resources · 1 template/,
  );
  expect(listed).toMatch(/○ silent +disabled/);
  terminal.send('inq');
  await terminal.waitGone('✔ workshop');
  terminal.send(KEYS.enter);
  await terminal.waitFor('Esc to go back');
  const shown = await terminal.waitFor(/── inquirer · ready ─+ stdio · pid \d+/);
  expect(shown).toContain('  sample');
  terminal.send('e');
  await terminal.waitFor('inquirer is disabled.');
  terminal.send('e');
  await terminal.waitFor(/inquirer is ready with \d tools\./);
  terminal.send(KEYS.escape);
  await terminal.waitFor('filter: inq');
  terminal.send(KEYS.ctrlC);
  await terminal.waitGone('MCP servers ──');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(isRestored(terminal)).toBe(true);
});

test('a server of the panel comes back after it was killed', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('done') } }, FILES);
  const terminal = await openRepl(sandbox);
  await terminal.waitFor(SERVERS);
  prompt(terminal, '/mcp inquirer');
  const shown = await terminal.waitFor(/pid \d+/);
  const pid = Number(/pid (\d+)/.exec(shown)?.[1]);
  process.kill(pid, 'SIGKILL');
  await terminal.waitFor(/inquirer: is back with \d tools/);
  const again = new RegExp(`inquirer · ready ─+ stdio · pid (?!${pid} )\\d+`);
  await expect.poll(() => terminal.screen()).toMatch(again);
});

test('the list in a terminal that cannot redraw is lines of text', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('done') } }, FILES);
  const terminal = openTerminal(sandbox, [], { env: { TERM: 'dumb' } });
  await terminal.waitFor(SERVERS);
  terminal.send('/mcp\r');
  await terminal.waitFor(/workshop +ready · stdio · \d+ tools\n +inquirer +ready · stdio · \d tools/);
  terminal.send('/mcp restart inquirer\r');
  await terminal.waitFor(/inquirer is ready with \d tools\./);
  expect(terminal.output()).not.toContain('\u001b');
});

test('a prompt of a server is completed, and asks for what is missing', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('done') } }, FILES);
  const terminal = await openRepl(sandbox);
  await terminal.waitFor(SERVERS);
  terminal.send('/work');
  await terminal.waitFor('/workshop:greet <who>');
  terminal.send(`${KEYS.tab}A`);
  await terminal.waitFor('› Ada');
  terminal.send(`${KEYS.tab}${KEYS.enter}`);
  await terminal.waitFor('› greet Ada');
  prompt(terminal, '/inquirer:greet');
  await terminal.waitFor('› who *');
  await delay(GUARD_MS);
  terminal.send(`Bob${KEYS.enter}`);
  await terminal.waitFor('› Greet Bob politely.');
  await terminal.waitFor(/● done[^]*● done/);
  const sent = JSON.stringify(await sandbox.sent());
  expect(sent).toContain('"text":"greet Ada"');
  expect(sent).toContain('"text":"Greet Bob politely."');
});

test('a resource is completed after @, and read when the prompt is sent', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('done') } }, FILES);
  const terminal = await openRepl(sandbox);
  await terminal.waitFor(SERVERS);
  terminal.send('read @work');
  await terminal.waitFor('@workshop:  2 resources · 1 template');
  terminal.send(KEYS.enter);
  await terminal.waitFor('› note://1');
  terminal.send(`${KEYS.enter}now${KEYS.enter}`);
  await terminal.waitFor('workshop: note://1 was read (20 characters)');
  await terminal.waitFor('● done');
  expect(JSON.stringify(await sandbox.sent())).toContain('the text of note://1');
});

test('what a server asks of the model is shown whole and sent once that is allowed', async () => {
  const sandbox = await agentSandbox('simse-dialect-agent.mjs', FILES);
  const terminal = await openRepl(sandbox, {}, ALLOW);
  await terminal.waitFor(SERVERS);
  prompt(terminal, 'call inquirer/sample {}');
  await terminal.waitFor('User: What is the capital of France?');
  await answerDialog(terminal, 'Let inquirer ask your model', KEYS.enter);
  await terminal.waitFor('● mock: Paris, of course.');
  expect(terminal.transcript()).toContain('· inquirer: was answered: Paris, of course.');
  prompt(terminal, 'call inquirer/sample {}');
  await answerDialog(terminal, 'Let inquirer ask your model', '3');
  await terminal.waitFor('may not ask the model: you rejected it');
});

test('a form and a page of a server are answered while its tool waits', async () => {
  const sandbox = await agentSandbox('simse-dialect-agent.mjs', FILES);
  const terminal = await openRepl(sandbox, {}, ALLOW);
  await terminal.waitFor(SERVERS);
  prompt(terminal, 'call inquirer/form {}');
  const asked = await terminal.waitFor('Where to deploy?');
  expect(asked).toContain('asked by inquirer');
  await delay(GUARD_MS);
  terminal.send(`2${KEYS.enter}3${KEYS.enter}`);
  await terminal.waitFor('● accept {"region":"us","replicas":3}');
  prompt(terminal, 'call inquirer/page {}');
  await terminal.waitFor('at example.com');
  await delay(GUARD_MS);
  terminal.send(KEYS.escape);
  await terminal.waitFor('● cancel');
});
