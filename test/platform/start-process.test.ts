import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readJsonLines } from '../../src/platform/json-lines.ts';
import { type ManagedProcess, startProcess } from '../../src/platform/start-process.ts';
import { bundleFixture } from '../store/bundle-fixture.ts';
import { isAlive } from './is-alive.ts';

const env = { PATH: process.env['PATH'] ?? '' };
const cwd = tmpdir();

function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/platform/${name}`, import.meta.url));
}

function startNode(...args: string[]): Promise<ManagedProcess> {
  return startProcess({ command: process.execPath, args, cwd, env });
}

async function firstObject(process: ManagedProcess): Promise<Record<string, number>> {
  for await (const line of readJsonLines(process.stdout)) {
    if (line.kind === 'object') return line.value as Record<string, number>;
  }
  throw new Error('the fixture printed nothing');
}

test('what a program writes to stderr is kept, its last 8 KB from where a word begins', async () => {
  const program = await startNode('-e', 'console.error("some ".repeat(5000)); console.error("the end")');
  program.stdout.resume();
  await program.exited;
  expect(program.stderrTail()).toMatch(/^(?:some )+\nthe end\n$/);
  expect(8 * 1024 - program.stderrTail().length).toBeLessThan('some '.length);
});

test('a missing program is named', async () => {
  const failure = startProcess({ command: 'no-such-program', args: [], cwd, env });
  await expect(failure).rejects.toMatchObject({
    code: 'not_found',
    message: 'there is no program no-such-program',
  });
});

test('a missing working folder is named, not the program', async () => {
  const failure = startProcess({ command: process.execPath, args: [], env, cwd: '/no/such/folder' });
  await expect(failure).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('/no/such/folder'),
  });
});

test.skipIf(process.platform === 'win32')('a file that is not executable says so', async () => {
  const failure = startProcess({ command: fixture('stubborn.mjs'), args: [], cwd, env });
  await expect(failure).rejects.toMatchObject({
    code: 'backend_failed',
    message: expect.stringContaining('not executable'),
  });
});

test('nothing of the environment is inherited', async () => {
  const program = await startProcess({
    command: process.execPath,
    args: ['-p', 'JSON.stringify(process.env)'],
    cwd,
    env: { ONLY: 'this' },
  });
  expect(await firstObject(program)).toEqual({ ONLY: 'this' });
  await program.stop();
});

test('a program that ends when its stdin does is not signalled', async () => {
  const program = await startNode('-e', 'process.stdin.resume()');
  expect(await program.stop()).toEqual({ exitCode: 0, signal: null, reason: 'exited with code 0' });
});

test('a program that ignores everything is killed with its children, and stop can be called twice', async () => {
  const program = await startNode(fixture('stubborn.mjs'));
  const pids = await firstObject(program);
  const [first, second] = await Promise.all([program.stop(), program.stop()]);
  expect(first).toBe(second);
  expect(first.reason).toBe('was ended by SIGKILL');
  await expect.poll(() => Object.values(pids).some(isAlive)).toBe(false);
});

test('a child that a program leaves behind is ended, and does not delay the news of the exit', async () => {
  const program = await startNode(fixture('leaves-child.mjs'));
  const { child } = await firstObject(program);
  expect((await program.exited).reason).toBe('exited with code 3');
  expect(program.stderrTail()).toBe('about to fail\n');
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('writing to a program that has gone throws nothing', async () => {
  const program = await startNode('-e', '');
  await program.exited;
  program.stdin.write('hello\n');
  expect((await program.stop()).exitCode).toBe(0);
});

test('what a program started in a group of its own ends with it', async () => {
  const program = await startNode(fixture('starts-detached.mjs'));
  const { child } = await firstObject(program);
  await program.stop();
  await expect.poll(() => isAlive(child)).toBe(false);
});

test('when simse itself ends, all that it started ends too', async () => {
  const module = await bundleFixture('../../src/platform/start-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    fixture('ends-at-once.mjs'),
    module,
    fixture('starts-detached.mjs'),
  ]);
  const pids = JSON.parse(stdout) as number[];
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.some(isAlive)).toBe(false);
});
