import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { writeFiles } from '../helpers/temp-dir.ts';
import { installAgent, listBackends, machine } from './agent-machine.ts';

const readJson = async (...parts: string[]): Promise<unknown> =>
  JSON.parse(await readFile(join(...parts), 'utf8'));

test('what is configured, built in and on this machine is listed; nothing is started', async () => {
  const sandbox = await machine(
    { gemini: { start: [{ stderr: 'started' }] }, goose: {} },
    {
      'config/acp.json': {
        servers: [{ name: 'mine', command: 'my agent', args: ['${TOKEN}'], dialect: 'simse' }],
      },
      'work/acp.json': {
        servers: [
          { name: 'brought', command: 'x' },
          { name: 'goose', command: 'goose', args: ['acp'] },
        ],
      },
    },
  );
  const local = join(sandbox.work, 'node_modules', '.bin');
  await mkdir(local, { recursive: true });
  await installAgent(local, 'opencode');
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'list']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['mine', 'configured, default', 'simse', "'my agent' '${TOKEN}'", join(sandbox.config, 'acp.json')],
    ['brought', 'configured, not trusted', 'auto', 'x', join(sandbox.work, 'acp.json')],
    ['goose', 'configured, not trusted', 'auto', 'goose acp', join(sandbox.work, 'acp.json')],
    ['simse', 'built-in', 'acp', 'simse agent'],
    ['gemini', 'found', 'gemini --acp', join(sandbox.root, 'bin', 'gemini')],
  ]);
  expect([stderr, exitCode]).toEqual([expect.stringContaining('simse agents add <name>'), 0]);
});

test('with nothing configured the built-in backend is the default, and can be named', async () => {
  const sandbox = await machine();
  expect(await listBackends(sandbox)).toMatchObject([
    { name: 'simse', kind: 'built-in', isDefault: true, trusted: true },
  ]);
  await runSimse(sandbox, ['agents', 'add', '--name', 'mine', 'x']);
  expect(await listBackends(sandbox)).toMatchObject([
    { name: 'mine', isDefault: true },
    { name: 'simse', isDefault: false },
  ]);
  const { stdout } = await runSimse(sandbox, ['-p', 'say hello', '--agent', 'simse']);
  expect(stdout).toBe('hello\n');
});

test('a preset that is installed is added by its own command and answers', async () => {
  const sandbox = await machine({
    gemini: { on: { 'session/prompt': [{ result: { stopReason: 'end_turn' } }] } },
  });
  const { stdout, exitCode } = await runSimse(sandbox, ['agents', 'add', 'gemini']);
  const file = join(sandbox.config, 'acp.json');
  expect([stdout, exitCode]).toEqual([`Added gemini to ${file}: gemini --acp\n`, 0]);
  expect(await readJson(file)).toEqual({ servers: [{ name: 'gemini', command: 'gemini', args: ['--acp'] }] });
  expect((await runSimse(sandbox, ['-p', 'hi'])).exitCode).toBe(0);
});

test('a preset that is not installed is left to npx, or the place to get it is told', async () => {
  const sandbox = await machine();
  const gemini = await runSimse(sandbox, ['agents', 'add', 'gemini', '--format', 'json']);
  expect(JSON.parse(gemini.stdout)).toMatchObject({
    added: { name: 'gemini', command: 'npx', args: ['-y', '@google/gemini-cli', '--acp'], scope: 'user' },
  });
  expect(gemini.stderr).toContain('There is no program npx');
  const goose = await runSimse(sandbox, ['agents', 'add', 'goose']);
  expect(goose.stderr).toMatch(/There is no program goose yet\..*https:\/\//);
  expect(await listBackends(sandbox)).toMatchObject([
    { name: 'gemini' },
    { name: 'goose', command: 'goose acp' },
    {},
  ]);
});

test('any command is added under a name, into a file whose comments stay', async () => {
  const before =
    '{\n  // my agents\n  "servers": [\n    { "name": "a", "command": "x" } // the first\n  ]\n}\n';
  const sandbox = await machine({}, { 'config/acp.json': before });
  const command = "my-agent --acp 'two words'";
  const { exitCode } = await runSimse(sandbox, ['agents', 'add', '--name', 'mine', '--default', command]);
  expect(exitCode).toBe(0);
  expect(await readFile(join(sandbox.config, 'acp.json'), 'utf8')).toBe(
    before
      .replace(
        '} // the first',
        '}, // the first\n    { "name": "mine", "command": "my-agent", "args": ["--acp", "two words"] }',
      )
      .replace('\n  ]\n', '\n  ],\n  "defaultServer": "mine"\n'),
  );
  expect(await listBackends(sandbox)).toMatchObject([{ name: 'a' }, { name: 'mine', isDefault: true }, {}]);
});

test('a path in the command is kept for everywhere in the user’s file, as it is in the project’s', async () => {
  const sandbox = await machine();
  await runSimse(sandbox, ['agents', 'add', '--name', 'mine', './agent', 'acp']);
  await runSimse(sandbox, ['agents', 'add', '--name', 'ours', './agent', '--scope', 'project']);
  expect(await readJson(sandbox.config, 'acp.json')).toMatchObject({
    servers: [{ command: join(sandbox.work, 'agent'), args: ['acp'] }],
  });
  expect(await readJson(sandbox.work, 'acp.json')).toEqual({
    servers: [{ name: 'ours', command: './agent' }],
  });
});

test('what one adds to a project is trusted there, what is changed afterwards is not', async () => {
  const sandbox = await machine({ gemini: {} }, { 'work/.simse/acp.json': '{\n  "servers": []\n}\n' });
  await runSimse(sandbox, ['agents', 'add', 'gemini', '--scope', 'project']);
  expect(await listBackends(sandbox)).toMatchObject([{ name: 'gemini', trusted: true }, {}]);
  const entry = { name: 'gemini', command: 'gemini', args: ['--acp', '--yolo'] };
  await writeFiles(sandbox.work, { '.simse/acp.json': { servers: [entry] } });
  expect(await listBackends(sandbox)).toMatchObject([{ name: 'gemini', trusted: false }, {}]);
  const tested = await runSimse(sandbox, ['agents', 'test', 'gemini']);
  expect([tested.stdout, tested.stderr, tested.exitCode]).toEqual(['', expect.stringContaining('--yolo'), 2]);
});

test.each([
  ['a mistyped preset', ['gemni'], /no preset "gemni". Did you mean gemini\?/, 2],
  ['a command without a name', ['my-agent', 'acp'], /add --name <name> 'my-agent acp'/, 2],
  ['options outside of quotes', ['--name', 'm', 'my-agent', '--acp'], /unknown option '--acp'\n.*quotes/s, 2],
  ['a name that cannot be one', ['--name', 'my agent', 'x'], /"my agent" cannot be its name: expected/, 2],
  ['nothing', [' '], /There is no command to add/, 2],
  ['a name that is taken', ['--name', 'taken', 'x'], /has an agent "taken" already\.\n.*--force/, 2],
])('%s is refused and nothing is written', async (_what, args, message, code) => {
  const text = '{"servers": [{"name": "taken", "command": "y"}]}';
  const sandbox = await machine({}, { 'config/acp.json': text });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'add', ...args]);
  expect(stderr).toMatch(message);
  expect([stdout, exitCode]).toEqual(['', code]);
  expect(await readFile(join(sandbox.config, 'acp.json'), 'utf8')).toBe(text);
});

test('--force replaces; a broken file is left alone', async () => {
  const sandbox = await machine({}, { 'config/acp.json': { servers: [{ name: 'taken', command: 'y' }] } });
  const args = ['agents', 'add', '--name', 'taken', 'x'];
  expect((await runSimse(sandbox, [...args, '--force'])).exitCode).toBe(0);
  expect(await listBackends(sandbox)).toMatchObject([{ name: 'taken', command: 'x' }, {}]);
  const broken = '{"servers": [{"name": "taken"}]}';
  await writeFiles(sandbox.config, { 'acp.json': broken });
  const { stderr, exitCode } = await runSimse(sandbox, args);
  expect([stderr, exitCode]).toEqual([expect.stringContaining('servers[0].command: is missing'), 2]);
  expect(await readFile(join(sandbox.config, 'acp.json'), 'utf8')).toBe(broken);
});

test('removing takes the entry and its default; of two files one has to be said', async () => {
  const entries = (...names: string[]) => ({ servers: names.map((name) => ({ name, command: name })) });
  const sandbox = await machine(
    {},
    { 'config/acp.json': { ...entries('a', 'b'), defaultServer: 'b' }, 'work/acp.json': entries('a') },
  );
  const remove = (...args: string[]) => runSimse(sandbox, ['agents', 'remove', ...args]);
  expect((await remove('b')).stdout).toBe(`Removed b from ${join(sandbox.config, 'acp.json')}.\n`);
  expect(await readJson(sandbox.config, 'acp.json')).toEqual(entries('a'));
  const unclear = await remove('a');
  expect([unclear.stderr, unclear.exitCode]).toEqual([expect.stringContaining('--scope'), 2]);
  expect((await remove('a', '--scope', 'project')).stderr).toContain('counts now');
  expect(await listBackends(sandbox)).toMatchObject([{ name: 'a', scope: 'user' }, {}]);
  const unknown = await remove('c');
  expect([unknown.stderr, unknown.exitCode]).toEqual([expect.stringContaining('Configured: a.'), 4]);
});

test('simse backends, the old name of simse agents, still works and is not listed', async () => {
  const sandbox = await machine({}, { 'config/acp.json': { servers: [{ name: 'a', command: 'a' }] } });
  const list = (noun: string) => runSimse(sandbox, [noun, 'list', '--output-format', 'json']);
  expect((await list('backends')).stdout).toBe((await list('agents')).stdout);
  const { stdout } = await runSimse(sandbox, ['--help']);
  expect(stdout).toMatch(/^ {2}agents .*\n/m);
  expect(stdout).not.toMatch(/^ {2}backends|--server/m);
});
