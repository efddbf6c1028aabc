import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { captureOutput } from '../../src/platform/start-process.ts';

const limits = { timeoutMs: 20_000, maxBytes: 1000, signal: new AbortController().signal };
const node = (script: string) => ({
  command: process.execPath,
  args: ['-e', script],
  cwd: tmpdir(),
  env: {},
});

test('what a program prints is captured, with how it ended', async () => {
  const run = await captureOutput(node('console.log("a"); console.error("b"); process.exit(3)'), limits);
  expect(run).toMatchObject({ stdout: 'a\n', stderr: 'b\n', exit: { exitCode: 3 } });
});

test('a program gets no input', async () => {
  const run = await captureOutput(
    node('process.stdin.on("data", () => {}).on("end", () => console.log("end"))'),
    limits,
  );
  expect(run.stdout).toBe('end\n');
});

test('a program that takes too long or prints too much is ended', async () => {
  await expect(
    captureOutput(node('setInterval(() => {}, 1000)'), { ...limits, timeoutMs: 100 }),
  ).rejects.toMatchObject({
    code: 'timeout',
    message: 'took over 100 ms',
  });
  await expect(captureOutput(node('for (;;) console.log("x".repeat(100))'), limits)).rejects.toMatchObject({
    code: 'limit',
    message: 'wrote over 1000 bytes',
  });
});

test('nothing is started for somebody who has given up', async () => {
  const signal = AbortSignal.abort(new Error('given up'));
  await expect(captureOutput(node(''), { ...limits, signal })).rejects.toThrow('given up');
});
