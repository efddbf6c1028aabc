import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planCommand, runTerminal, type Terminal } from '../../src/platform/run-terminal.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { isAlive } from './is-alive.ts';

const surroundings = { cwd: tmpdir(), env: { PATH: process.env['PATH'] ?? '' } };

async function run(
  line: string,
  outputByteLimit = 10_000,
): Promise<{ terminal: Terminal; seen: () => string }> {
  const { command, args } = await planCommand({ command: line, args: [], ...surroundings });
  let text = '';
  const terminal = await runTerminal(
    { command, args, outputByteLimit, ...surroundings },
    (more) => (text += more),
  );
  return { terminal, seen: () => text };
}

test('both outputs come in the order in which they were written', async () => {
  const { terminal, seen } = await run('for i in 1 2 3; do echo out $i; echo err $i >&2; done; exit 4');
  expect(await terminal.exited).toMatchObject({ exitCode: 4, signal: null });
  expect(seen()).toBe('out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
  expect(terminal.snapshot()).toMatchObject({ output: seen(), truncated: false, exit: { exitCode: 4 } });
});

test('only the end of a long output is kept, cut between characters', async () => {
  const { terminal } = await run('printf "aäöüß"', 7);
  await terminal.exited;
  expect(terminal.snapshot()).toMatchObject({ output: 'öüß', truncated: true });
});

test('a command cannot wait for input', async () => {
  const { terminal, seen } = await run('cat; echo done');
  await terminal.exited;
  expect(seen()).toBe('done\n');
});

test('killing ends the command and its children, and what they wrote stays', async () => {
  const { terminal, seen } = await run('sleep 1000 & echo $!; wait');
  await expect.poll(seen).toMatch(/\d+\n/);
  await terminal.kill();
  expect(await terminal.exited).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  expect(terminal.snapshot().output).toBe(seen());
  expect(isAlive(Number(seen()))).toBe(false);
});

test('what a command leaves in the background runs on until the terminal is killed', async () => {
  const { terminal, seen } = await run('sleep 1000 >/dev/null 2>&1 & echo $!');
  await terminal.exited;
  expect(isAlive(Number(seen()))).toBe(true);
  await terminal.kill();
  await expect.poll(() => isAlive(Number(seen()))).toBe(false);
});

test('arguments reach the command as they are, and its own name too', async () => {
  let text = '';
  const args = ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', 'a b', '$HOME', "it's", ''];
  const terminal = await runTerminal(
    { command: 'node', args, outputByteLimit: 1000, ...surroundings },
    (more) => (text += more),
  );
  await terminal.exited;
  expect(JSON.parse(text)).toEqual(['a b', '$HOME', "it's", '']);
});

test('a program that is not there is named', async () => {
  const failure = run('no-such-program');
  await expect(failure).rejects.toMatchObject({
    code: 'not_found',
    message: 'there is no program no-such-program',
  });
});

test('a line is for the shell only when no program has that name and no arguments came with it', async () => {
  expect(await planCommand({ command: 'echo hi | wc', args: [], ...surroundings })).toEqual({
    command: '/bin/sh',
    args: ['-c', 'echo hi | wc'],
    line: 'echo hi | wc',
  });
  const echo = await planCommand({ command: 'echo', args: [], ...surroundings });
  expect(echo).toEqual({ command: expect.stringMatching(/^\/.*\/echo$/), args: [], line: 'echo' });
  const odd = await planCommand({ command: 'a b', args: ['c'], ...surroundings });
  expect(odd).toEqual({ command: 'a b', args: ['c'], line: "'a b' c" });
});

test('a program of the project that is called sh or bash is shown as itself, and not as what it is told to run', async () => {
  const folder = await tempDir({ 'tools/sh': '#!/bin/sh\n', 'tools/bash': '#!/bin/sh\n' });
  for (const shell of ['sh', 'bash']) await chmod(join(folder, 'tools', shell), 0o755);
  const args = ['-c', 'git status'];
  const lineOf = async (command: string, path: string, extra: Record<string, string> = {}) => {
    const env = { PATH: path, ...extra };
    return (await planCommand({ command, args, cwd: folder, env }, extra)).line;
  };
  const path = '/usr/bin:/bin';
  expect(await lineOf('sh', path)).toBe('git status');
  expect(await lineOf('/bin/sh', path)).toBe('git status');
  expect(await lineOf('./tools/sh', path)).toBe("./tools/sh -c 'git status'");
  expect(await lineOf(join(folder, 'tools/bash'), path)).toBe(`${folder}/tools/bash -c 'git status'`);
  expect(await lineOf('/bin/../tools/sh', path)).toBe("/bin/../tools/sh -c 'git status'");
  // Where PATH leads to it, as a relative folder in it may.
  expect(await lineOf('sh', `tools:${path}`)).toBe("sh -c 'git status'");
  expect(await lineOf('sh', path, { PATH: `${folder}/tools` })).toBe(
    `PATH=${folder}/tools sh -c 'git status'`,
  );
  expect(await lineOf('sh', path, { BASH_ENV: './evil' })).toBe("BASH_ENV=./evil sh -c 'git status'");
});

test('what runs is the file that was judged, also when another of its name comes first on PATH meanwhile', async () => {
  const folder = await tempDir({ 'first/.keep': '' });
  const env = { PATH: `${folder}/first:/usr/bin:/bin` };
  const planned = await planCommand({ command: 'sh', args: ['-c', 'echo real'], cwd: folder, env });
  expect(planned.line).toBe('echo real');
  await writeFile(join(folder, 'first/sh'), '#!/bin/sh\necho another\n', { mode: 0o755 });
  let text = '';
  const terminal = await runTerminal(
    { ...planned, cwd: folder, env, outputByteLimit: 1000 },
    (more) => (text += more),
  );
  await terminal.exited;
  expect(text).toBe('real\n');
});
