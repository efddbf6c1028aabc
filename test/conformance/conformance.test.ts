import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';

/** Also for the first run, which installs the suite. */
const TIMEOUT_MS = 300_000;
const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));

test.each([
  ['the core suite for clients', ['client', '--suite', 'core'], 18],
  ['the whole suite for servers', ['server'], 32],
])('simse passes every scenario of %s', { timeout: TIMEOUT_MS }, async (_suite, args, scenarios) => {
  const options = { reject: false, timeout: TIMEOUT_MS };
  const { stdout, exitCode } = await execa(process.execPath, [RUN, ...args], options);
  expect(stdout).toMatch(new RegExp(`\\n${scenarios} of ${scenarios} scenarios pass$`));
  expect(exitCode).toBe(0);
});
