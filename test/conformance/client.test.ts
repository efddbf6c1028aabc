import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

/** Also for the first run, which installs the suite. */
const TIMEOUT_MS = 300_000;
const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));

test('simse passes every scenario of the core suite for clients', { timeout: TIMEOUT_MS }, async () => {
  const { stdout, exitCode } = await execa(process.execPath, [RUN, 'client', '--suite', 'core'], {
    reject: false,
    timeout: TIMEOUT_MS,
  });
  expect(stdout).toMatch(/\n18 of 18 scenarios pass$/);
  expect(exitCode).toBe(0);
});
