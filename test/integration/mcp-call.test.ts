import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse, startSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const withServers = (...servers: object[]): Promise<Sandbox> =>
  createSandbox({ 'config/mcp.json': { servers } });

const inquirer = { 'config/mcp.json': { servers: [mcpServer('inquirer')] } };

test('pictures, sounds and links are described in text and whole in json', async () => {
  const sandbox = await withServers(mcpServer('workshop'));
  const text = await runSimse(sandbox, ['mcp', 'call', 'workshop/media']);
  expect(text.stdout).toBe(
    '[image image/png, 5 bytes]\n[audio audio/wav, 4 bytes]\n[hidden](note://hidden)\n',
  );
  const asJson = await runSimse(sandbox, ['mcp', 'call', 'workshop/media', '--output-format', 'json']);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    content: [
      { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' },
      { type: 'audio', data: 'UklGRg==' },
      { type: 'resource_link', uri: 'note://hidden' },
    ],
    structuredContent: { list: [1, 2], nested: { deep: true } },
    isError: false,
  });
});

test('stream-json has a line for each step, then the result', async () => {
  const sandbox = await withServers(mcpServer('workshop'));
  const args = ['mcp', 'call', 'workshop/wait', '{"steps":2,"name":"x"}', '--output-format', 'stream-json'];
  const { stdout, exitCode } = await runSimse(sandbox, args);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { type: 'progress', progress: 1, total: 2, message: 'step 1' },
    { type: 'progress', progress: 2, total: 2, message: 'step 2' },
    { type: 'result', content: [{ type: 'text', text: 'waited x' }], isError: false },
  ]);
  expect(exitCode).toBe(0);
});

test('what a terminal would obey is escaped in json', async () => {
  const sandbox = await withServers(mcpServer('everyday'));
  const call = ['mcp', 'call', 'everyday/echo', '{"text":"a\u009b31m\u202eb"}', '--output-format', 'json'];
  const { stdout } = await runSimse(sandbox, call);
  expect(stdout).toContain('a\\u009b31m\\u202eb');
  expect(stdout).not.toMatch(/[\u007f-\u009f\u202e]/);
});

test('arguments come from stdin with -; an error of the tool ends with 1, and a tool that is not there says so', async () => {
  const sandbox = await withServers(mcpServer('everyday'));
  const call = (args: string[], stdin = '') => runSimse(sandbox, ['mcp', 'call', ...args], { stdin });
  expect((await call(['everyday/echo', '-'], '{"from": "stdin"}')).stdout).toContain('"from":"stdin"');
  const failed = await call(['everyday/fail']);
  expect([failed.stdout, failed.exitCode]).toEqual(['the disk is full\n', 1]);
  const missing = await call(['everyday/ecco']);
  expect([missing.stdout, missing.exitCode]).toEqual(['', 1]);
  expect(missing.stderr).toContain('everyday offers no tool ecco');
});

test('on a terminal the progress is one line, which is gone in the end', async () => {
  const sandbox = await withServers(mcpServer('workshop'));
  const terminal = openTerminal(sandbox, [
    'mcp',
    'call',
    'workshop/wait',
    '{"ms":3600,"steps":3,"name":"x"}',
  ]);
  await terminal.waitFor(/([12]) of 3: step \1/);
  expect(await terminal.exited).toBe(0);
  expect(terminal.transcript()).toBe('waited x');
});

test('Ctrl+C cancels the call at the server and ends with 130', async () => {
  const sandbox = await createSandbox();
  const log = join(sandbox.root, 'cancelled');
  await runSimse(sandbox, ['mcp', 'add', 'w', '--', ...commandOf(mcpServer('workshop', {}, [log]))]);
  const terminal = openTerminal(sandbox, ['mcp', 'call', 'w/wait', '{"ms":60000,"steps":100,"name":"long"}']);
  await terminal.waitFor('1 of 100');
  terminal.send(KEYS.ctrlC);
  expect(await terminal.exited).toBe(130);
  expect(await readFile(log, 'utf8')).toBe('long\n');
});

test('without a terminal what a server asks for is declined, and that is said', async () => {
  const sandbox = await createSandbox(inquirer);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'call', 'inquirer/form']);
  expect([stdout, exitCode]).toEqual(['decline null\n', 0]);
  expect(stderr).toMatch(/inquirer: .*declined without a terminal: Where to deploy\?/);
});

test('without a terminal a page is declined, and which one it is, is said', async () => {
  const sandbox = await createSandbox(inquirer);
  const { stdout, stderr } = await runSimse(sandbox, ['mcp', 'call', 'inquirer/page']);
  expect(stdout).toBe('decline\n');
  expect(stderr).toContain('declined without a terminal: https://example.com/sign (Sign the form.)');
});

test('on a terminal a form is filled in line by line; mistakes are told', async () => {
  const sandbox = await createSandbox(inquirer);
  const terminal = openTerminal(sandbox, ['mcp', 'call', 'inquirer/form']);
  await terminal.waitFor('Where to deploy?');
  await terminal.waitFor('2 us');
  terminal.send('2\r');
  await terminal.waitFor('replicas (');
  terminal.send('9\r');
  await terminal.waitFor(/at most 5|1 to 5/);
  terminal.send('3\r');
  expect(await terminal.exited).toBe(0);
  expect(terminal.transcript()).toContain('accept {"region":"us","replicas":3}');
});

test('a form can be declined, and the end of the input cancels it', async () => {
  const sandbox = await createSandbox(inquirer);
  const declined = openTerminal(sandbox, ['mcp', 'call', 'inquirer/form']);
  await declined.waitFor('Where to deploy?');
  declined.send('/decline\r');
  await declined.waitFor('decline null');
  expect(await declined.exited).toBe(0);
  const ended = openTerminal(sandbox, ['mcp', 'call', 'inquirer/form']);
  await ended.waitFor('Where to deploy?');
  ended.send(KEYS.ctrlD);
  await ended.waitFor('cancel null');
  expect(await ended.exited).toBe(0);
});

test('a page is shown with its host, and never opened by itself', async () => {
  const sandbox = await createSandbox(inquirer);
  const terminal = openTerminal(sandbox, ['mcp', 'call', 'inquirer/page']);
  await terminal.waitFor('https://example.com/sign');
  terminal.send('\r');
  await terminal.waitFor('accept');
  expect(await terminal.exited).toBe(0);
});

test('Ctrl+C at a question leaves, and nothing is left running', async () => {
  const sandbox = await createSandbox(inquirer);
  const terminal = openTerminal(sandbox, ['mcp', 'call', 'inquirer/form']);
  await terminal.waitFor('Where to deploy?');
  terminal.send(KEYS.ctrlC);
  expect(await terminal.exited).toBe(130);
});

test('the model answers a server once a rule allows it, and not without', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('Paris') } }, inquirer);
  const call = (...args: string[]) => runSimse(sandbox, ['mcp', 'call', 'inquirer/sample', ...args]);
  const denied = await call();
  expect(denied.exitCode).toBe(1);
  expect(denied.stderr).toContain("--allow 'sampling(inquirer)'");
  expect((await sandbox.sent()).filter(({ method }) => method === 'session/prompt')).toEqual([]);
  const allowed = await call('--allow', 'sampling(inquirer)');
  expect([allowed.stdout, allowed.exitCode]).toEqual([expect.stringMatching(/: Paris\n$/), 0]);
});

test('on a terminal the user is asked whether the model may answer, and sees what it is asked', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('Paris') } }, inquirer);
  const terminal = openTerminal(sandbox, ['mcp', 'call', 'inquirer/sample'], { columns: 120 });
  await terminal.waitFor('What is the capital of France?');
  await terminal.waitFor('1 Allow once');
  terminal.send('1\r');
  await terminal.waitFor(': Paris');
  expect(await terminal.exited).toBe(0);
});

test('a server that asks for a model where none is connected is told so', async () => {
  const sandbox = await createSandbox(inquirer);
  const args = ['mcp', 'call', 'inquirer/sample', '--allow', 'sampling(inquirer)'];
  const { stdout, stderr, exitCode } = await runSimse(sandbox, args);
  expect(stderr).toContain('inquirer got no answer of the model: no model is connected');
  expect(stdout).toContain('no model is connected');
  expect(exitCode).toBe(1);
});

test('a stop signal ends a call and its server', async () => {
  const sandbox = await withServers(mcpServer('workshop'));
  const args = ['mcp', 'call', 'workshop/wait', '{"ms":60000,"steps":600}', '--output-format', 'stream-json'];
  const running = startSimse(sandbox, args);
  for await (const line of running) if (line.includes('progress')) running.kill('SIGTERM');
  const { exitCode, signal } = await running;
  expect([exitCode, signal]).toEqual([143, undefined]);
});

function commandOf(server: object): string[] {
  const { command, args } = server as { command: string; args: string[] };
  return [command, ...args];
}
