import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';

test('the bundled string-width measures as the original does', async () => {
  const script = new URL('../fixtures/tooling/compare-widths.mjs', import.meta.url);
  const { stdout } = await execa(process.execPath, [fileURLToPath(script)]);
  expect(JSON.parse(stdout)).toEqual([]);
});

test.each([{ CI: 'true' }, { DEV: 'true' }])('the REPL is drawn with %j in the environment', async (env) => {
  const sandbox = await createSandbox();
  const terminal = openTerminal(sandbox, [], { env });
  await terminal.waitFor('›');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});
