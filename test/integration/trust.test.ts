import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { writeFiles } from '../helpers/temp-dir.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { mcpServer } from './mcp-servers.ts';

const QUESTION = 'Do you trust it?';
const touches = (name: string) => ({ name, command: 'touch', args: [`ran by ${name}`] });

async function filesIn(sandbox: Sandbox): Promise<string[]> {
  return (await readdir(sandbox.work)).filter((name) => name.startsWith('ran'));
}

test('commands that came with the project are shown exactly and not run; headless that ends with 2', async () => {
  const sandbox = await createSandbox({
    'work/.simse/acp.json': {
      servers: [{ ...touches('agent'), env: { TOKEN: '${SECRET}' } }],
      defaultServer: 'agent',
    },
    'work/mcp.json': { servers: [{ ...touches('server'), args: ['ran', 'a\u202eb\n'] }] },
    'work/.simse/config.json': { permissionMode: 'acceptEdits', allow: ['shell(touch *)'] },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hi'], { env: { SECRET: 'hunter2' } });
  expect(stderr).toContain(
    [
      `  ${join(sandbox.work, '.simse/acp.json')}: agent: TOKEN='\${SECRET}' touch 'ran by agent'`,
      `  ${join(sandbox.work, 'mcp.json')}: server: touch ran 'a\\u{202e}b\\u{a}'`,
      `  ${join(sandbox.work, '.simse/config.json')}: permissions: permission mode acceptEdits`,
      `  ${join(sandbox.work, '.simse/config.json')}: permissions: allow shell(touch *)`,
    ].join('\n'),
  );
  expect(stderr).toContain('--trust-project');
  expect([stdout, exitCode]).toEqual(['', 2]);
  const tools = await runSimse(sandbox, ['mcp', 'tools']);
  expect(tools.stderr).toContain("touch ran 'a\\u{202e}b\\u{a}'");
  expect(tools.exitCode).toBe(2);
  await runSimse(sandbox, ['doctor']);
  expect(await filesIn(sandbox)).toEqual([]);
});

test('--trust-project starts what the project names, for this run only', async () => {
  const sandbox = await createSandbox({
    'work/mcp.json': { servers: [mcpServer('everyday')] },
    'work/.simse/config.json': { allow: ['everyday/echo'] },
  });
  const args = ['-p', 'call everyday/echo {"a":1}'];
  const trusted = await runSimse(sandbox, [...args, '--trust-project']);
  expect([trusted.stdout, trusted.exitCode]).toEqual(['{"tool":"echo","args":{"a":1}}\n', 0]);
  expect((await runSimse(sandbox, args)).exitCode).toBe(2);
});

test('a project can forbid without being trusted, and cannot loosen what the command line says', async () => {
  const sandbox = await createSandbox({
    'work/.simse/config.json': { permissionMode: 'plan', deny: ['read_file(.env)'] },
    'work/.env': 'SECRET=1',
  });
  const write = await runSimse(sandbox, ['-p', 'write ran.txt\nx']);
  expect(write.exitCode).toBe(5);
  const read = await runSimse(sandbox, [
    '-p',
    'read .env',
    '--allow',
    'read_file',
    '--permission-mode',
    'default',
  ]);
  expect(read.stdout).not.toContain('SECRET');
  expect(read.exitCode).toBe(5);
  await writeFiles(sandbox.work, { '.simse/config.json': { permissionMode: 'acceptEdits' } });
  const loosened = await runSimse(sandbox, ['-p', 'write ran.txt\nx', '--permission-mode', 'default']);
  expect(loosened.exitCode).toBe(5);
  expect(await filesIn(sandbox)).toEqual([]);
});

test('agreeing in a terminal is remembered; another command under the same name is asked about again', async () => {
  const sandbox = await createSandbox({ 'work/mcp.json': { servers: [mcpServer('everyday')] } });
  const listTools = () => openTerminal(sandbox, ['mcp', 'tools'], { columns: 200 });

  const declined = listTools();
  await declined.waitFor(QUESTION);
  expect(declined.transcript()).toMatch(/everyday: .*everyday\.mjs\n +\(.*work\/mcp\.json\)/);
  declined.send('\r');
  expect(await declined.exited).toBe(2);

  const agreed = listTools();
  await agreed.waitFor(QUESTION);
  agreed.send('y\r');
  expect(await agreed.exited).toBe(0);
  expect(agreed.transcript()).toContain('everyday/echo');

  const remembered = await runSimse(sandbox, ['mcp', 'tools']);
  expect([remembered.stdout.includes('everyday/echo'), remembered.exitCode]).toEqual([true, 0]);

  await writeFiles(sandbox.work, { 'mcp.json': { servers: [{ ...touches('server'), name: 'everyday' }] } });
  const changed = listTools();
  await changed.waitFor(QUESTION);
  expect(changed.transcript()).toContain("everyday: touch 'ran by server'");
  changed.send('n\r');
  expect(await changed.exited).toBe(2);
  expect(await filesIn(sandbox)).toEqual([]);
});

test.each(['y\r', 'y'])(
  'what was typed before the question of trust was there (%j) is no answer to it',
  async (typed) => {
    const sandbox = await createSandbox({ 'work/mcp.json': { servers: [touches('server')] } });
    const terminal = openTerminal(sandbox, ['mcp', 'tools'], { columns: 200 });
    terminal.send(typed);
    await terminal.waitFor(QUESTION);
    terminal.send('\r');
    expect(await terminal.exited).toBe(2);
    expect(await filesIn(sandbox)).toEqual([]);
  },
);

test('leaving at the question of trust leaves, and starts nothing', async () => {
  const sandbox = await createSandbox({ 'work/mcp.json': { servers: [touches('server')] } });
  const interrupted = openTerminal(sandbox, []);
  await interrupted.waitFor(QUESTION);
  interrupted.send(KEYS.ctrlC);
  expect(await interrupted.exited).toBe(130);
  const ended = openTerminal(sandbox, []);
  await ended.waitFor(QUESTION);
  process.kill(ended.pid, 'SIGTERM');
  expect(await ended.exited).toBe(143);
  expect(`${interrupted.transcript()}${ended.transcript()}`).not.toContain('is a bug');
  expect(await filesIn(sandbox)).toEqual([]);
});

test('a command that is longer than the screen hides neither its beginning nor its end, and is paged whole', async () => {
  const script = `touch 'ran by long'; ${': no-op; '.repeat(600)}: the-end`;
  const long = { name: 'long', command: 'sh', args: ['-c', script] };
  const many = Array.from({ length: 40 }, (_, index) => ({
    name: `s${index}`,
    url: `https://s${index}.example/`,
  }));
  const sandbox = await createSandbox({ 'work/mcp.json': { servers: [long, ...many] } });
  const terminal = openTerminal(sandbox, [], { columns: 80, rows: 24 });
  await terminal.waitFor('v shows all of it');
  const screen = terminal.screen();
  expect(screen).toContain('This project wants to run');
  expect(screen).toMatch(/long: sh -c/);
  expect(screen.replaceAll('\n', '')).toMatch(/\[… \d{4} characters left out …\]/);
  expect(screen.replaceAll('\n', '')).toContain(": the-end'");
  expect(screen).toMatch(/… and \d+ more/);
  expect(screen).not.toContain(QUESTION);
  terminal.send(`v${KEYS.enter}`);
  await terminal.waitFor('more lines');
  expect(terminal.screen()).toContain('long: sh -c');
  const left = () => Number(/-- (\d+) more lines[^\n]*$/.exec(terminal.screen().trimEnd())?.[1] ?? 0);
  for (let before = left(); before > 0; before = left()) {
    terminal.send(KEYS.enter);
    await expect.poll(() => left() < before).toBe(true);
  }
  await terminal.waitFor(QUESTION);
  expect(terminal.screen()).toContain('s39.example');
  terminal.send(`n${KEYS.enter}`);
  await terminal.waitFor('Ask anything');
  expect(await filesIn(sandbox)).toEqual([]);
});

test('what is too long for the screen cannot be agreed to unseen', async () => {
  const long = { name: 'long', command: 'sh', args: ['-c', `touch 'ran by long'; ${': '.repeat(2000)}`] };
  const sandbox = await createSandbox({ 'work/mcp.json': { servers: [long] } });
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('v shows all of it');
  terminal.send(`y${KEYS.enter}`);
  await terminal.waitFor('Ask anything');
  expect(await filesIn(sandbox)).toEqual([]);
});
