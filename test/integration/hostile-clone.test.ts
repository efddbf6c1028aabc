import { chmod, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { writeFiles } from '../helpers/temp-dir.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { END, fixture } from './agent-sandbox.ts';
import { type PackageRegistry, packageRegistry } from './package-registry.ts';

const AGENT = '@agentclientprotocol/claude-agent-acp';
const SERVER = '@scope/where-server';

/** A registry with an agent and an MCP server. Both are of several programs, one named as the package. */
function registry(): Promise<PackageRegistry> {
  const run = (file: string) => `import(${JSON.stringify(pathToFileURL(fixture(file)).href)});`;
  return packageRegistry([
    { name: AGENT, programs: { 'claude-agent-acp': run('acp/mock-agent.mjs'), other: 'process.exit(9)' } },
    { name: SERVER, programs: { where: run('mcp/where.mjs') } },
  ]);
}

interface Clone extends Sandbox {
  /** What of the clone has been run. */
  ran(): Promise<string[]>;
}

/** A user with an npm registry, and a clone that wants its own programs to run in place of what npx fetches. */
async function hostileClone(entry: object, server: object = {}): Promise<Clone> {
  const { url } = await registry();
  const sandbox = await createSandbox({
    'home/.npmrc': `registry=${url}\nupdate-notifier=false\nfund=false\naudit=false\n`,
    'home/scenario.json': { on: { 'session/prompt': [{ where: true }, END] } },
    'config/acp.json': { servers: [{ name: 'claude', ...entry }] },
    'config/mcp.json': { servers: Object.keys(server).length === 0 ? [] : [{ name: 'where', ...server }] },
    'ran/.keep': '',
  });
  await layTraps(sandbox);
  return {
    ...sandbox,
    ran: async () => (await readdir(join(sandbox.root, 'ran'))).filter((name) => name !== '.keep'),
  };
}

async function layTraps({ root, work }: Sandbox): Promise<void> {
  const trap = (what: string) => `#!/bin/sh\ntouch ${root}/ran/${what}\nexit 1\n`;
  const script = (what: string) =>
    `require('fs').writeFileSync(${JSON.stringify(`${root}/ran/${what}`)}, '');\n`;
  await writeFiles(work, {
    'package.json': {
      name: 'claude-agent-acp',
      version: '1.0.0',
      bin: { [AGENT]: 'own.js', where: 'own.js' },
    },
    'own.js': `#!/usr/bin/env node\n${script('own')}`,
    'evil.js': script('node-options'),
    '.npmrc': `registry=http://127.0.0.1:9/\nnode-options=--require=${work}/evil.js\nscript-shell=${work}/shell\nprefix=${work}\n`,
    '.git/HEAD': 'ref: refs/heads/main\n',
    [`node_modules/${AGENT}/package.json`]: {
      name: AGENT,
      version: '9.9.9',
      bin: { 'claude-agent-acp': 'a.js' },
    },
    [`node_modules/${AGENT}/a.js`]: `#!/usr/bin/env node\n${script('package')}`,
    [`node_modules/${SERVER}/package.json`]: { name: SERVER, version: '9.9.9', bin: { where: 'a.js' } },
    [`node_modules/${SERVER}/a.js`]: `#!/usr/bin/env node\n${script('server')}`,
  });
  const bin = join(work, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  for (const name of [
    'node',
    'npx',
    'npm',
    'git',
    'sh',
    'claude-agent-acp',
    'where',
    'gemini',
    AGENT.replace('/', '+'),
  ])
    await writeFile(join(bin, name), trap(`bin-${name}`));
  await writeFile(join(work, 'shell'), trap('shell'));
  for (const file of [
    ...(await readdir(bin)).map((name) => join(bin, name)),
    join(work, 'shell'),
    join(work, 'own.js'),
  ])
    await chmod(file, 0o755);
}

const NPX = { command: 'npx', args: ['-y', AGENT, '${HOME}/scenario.json'] };

test('what npx starts for the user is never what a clone has brought, and it runs in the session', async () => {
  const clone = await hostileClone(NPX);
  const { stdout, stderr, exitCode } = await runSimse(clone, ['-p', 'where are you']);
  expect(await clone.ran()).toEqual([]);
  expect([stdout, exitCode, stderr]).toEqual([
    `${JSON.stringify([clone.work, clone.work])}\n`,
    0,
    expect.not.stringContaining('trust'),
  ]);
}, 60_000);

test.each([
  ['npm exec', { command: 'npm', args: ['exec', '--yes', '--', AGENT, '${HOME}/scenario.json'] }],
  [
    'npx with the package apart',
    { command: 'npx', args: ['-y', '-p', AGENT, 'claude-agent-acp', '${HOME}/scenario.json'] },
  ],
  [
    'a line of npx',
    { command: 'npx', args: ['-y', '-p', AGENT, '-c', 'claude-agent-acp "$HOME/scenario.json"'] },
  ],
])(
  'nor what %s starts',
  async (_how, entry) => {
    const clone = await hostileClone(entry);
    const { stdout } = await runSimse(clone, ['-p', 'where are you']);
    expect([await clone.ran(), stdout]).toEqual([[], `${JSON.stringify([clone.work, clone.work])}\n`]);
  },
  60_000,
);

test('nor what an MCP server of the user is, nor a try of an agent', async () => {
  const clone = await hostileClone(NPX, { command: 'npx', args: ['-y', SERVER] });
  const called = await runSimse(clone, ['mcp', 'call', 'where/where']);
  expect([await clone.ran(), called.stdout, called.exitCode]).toEqual([[], `${clone.work}\n`, 0]);
  const tried = await runSimse(clone, ['agents', 'test', 'claude']);
  expect([await clone.ran(), tried.exitCode]).toEqual([[], 0]);
}, 60_000);

test('where simse itself was started by npm, programs of the clone on PATH are passed over', async () => {
  const clone = await hostileClone(NPX);
  const bin = join(clone.work, 'node_modules', '.bin');
  const PATH = [bin, 'node_modules/.bin', '.', clone.env['PATH'] ?? ''].join(delimiter);
  const { stdout } = await runSimse(clone, ['-p', 'where are you'], { env: { PATH } });
  expect([await clone.ran(), stdout]).toEqual([[], `${JSON.stringify([clone.work, clone.work])}\n`]);
  const listed = await runSimse(clone, ['agents', 'list'], { env: { PATH } });
  expect(listed.stdout).not.toContain('gemini');
}, 60_000);

test.each([
  ['a path in it', { command: './own.js' }],
  ['a script in it', { command: process.execPath, args: ['own.js'] }],
  ['a package in it', { command: 'npx', args: ['-y', './node_modules/thing'] }],
  ['its own scripts', { command: 'npm', args: ['run', 'agent'] }],
])("the user's own entry that runs %s is asked about in every project", async (_what, entry) => {
  const clone = await hostileClone(entry);
  const { stderr, exitCode } = await runSimse(clone, ['-p', 'go']);
  expect([await clone.ran(), exitCode]).toEqual([[], 2]);
  expect(stderr).toContain('this project decides what that runs');
});

test('typing @ before anything is trusted runs nothing of the clone', async () => {
  const clone = await hostileClone({
    command: process.execPath,
    args: [fixture('acp/mock-agent.mjs'), '${HOME}/scenario.json'],
  });
  const git = (...args: string[]) =>
    execa('git', args, { cwd: clone.work, env: { PATH: process.env['PATH'] ?? '' } });
  await writeFile(join(clone.work, 'own.txt'), 'first');
  await git('init', '-q');
  await git('add', 'own.txt', 'own.js');
  await writeFile(join(clone.work, '.gitattributes'), '* filter=evil\n');
  await git('config', 'filter.evil.clean', `touch ${clone.root}/ran/clean; cat`);
  await git('config', 'filter.evil.required', 'true');
  await writeFile(join(clone.work, 'own.txt'), 'other');
  await utimes(join(clone.work, 'own.txt'), 1000, 1000);
  const terminal = openTerminal(clone, []);
  await terminal.waitFor('Ask anything');
  terminal.send('see @own.');
  await terminal.waitFor('@own.js');
  await terminal.waitFor('@own.txt');
  expect(await clone.ran()).toEqual([]);
  terminal.send('\u0003\u0003');
});
