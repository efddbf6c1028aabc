import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, inject, test } from 'vitest';

/** Also for the first run, which installs acpx. */
const TIMEOUT_MS = 300_000;
const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));

test('the built-in agent passes every case of acpx, with a model and without', {
  timeout: TIMEOUT_MS,
}, async () => {
  expect(inject('buildFailure')).toBe('');
  const { stdout, exitCode } = await execa(process.execPath, [RUN], { reject: false, timeout: TIMEOUT_MS });
  expect(stdout).toMatch(/\n54 of 54 cases pass$/);
  expect(exitCode).toBe(0);
});
