import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { modelServer } from '../agent/model/scripted-model.ts';
import type { Reply } from '../fixtures/model/model-server.mjs';
import { createSandbox } from '../helpers/sandbox.ts';

const EVAL = fileURLToPath(new URL('../../bench/eval/run.mjs', import.meta.url));

async function evaluate(replies: Reply[], ...args: string[]) {
  const server = await modelServer(...replies);
  const { env, work } = await createSandbox();
  const file = join(work, 'table.md');
  const all = ['--model', 'scripted', '--provider', `${server.url}/v1`, '--out', file, ...args];
  await execa(process.execPath, [EVAL, ...all], { env, extendEnv: false, reject: false });
  return readFile(file, 'utf8');
}

test('an evaluation says of each task whether its check passes, and what it took', async () => {
  const mended = { path: 'pages.mjs', old_text: 'Math.floor', new_text: 'Math.ceil' };
  const table = await evaluate(
    [
      { steps: [{ call: 'edit_file', args: mended }] },
      { steps: [{ call: 'shell', args: { command: 'node check.mjs' } }] },
      { steps: [{ text: 'It is mended.' }] },
      { steps: [{ text: 'I do nothing about it.' }] },
    ],
    '--only',
    '01',
    '--only',
    '02',
  );
  expect(table).toMatch(/^# scripted\n/);
  expect(table).toMatch(/^\| 01-last-page \| pass \| 3 \| 2 \| .* \|$/m);
  expect(table).toMatch(/^\| 02-new-file \| FAIL \| 1 \| 0 \| .* \|$/m);
  expect(table).toContain('1 of 2 pass; 4 turns, 2 tool calls');
});

test('a model that cannot be reached is the problem of the task, not a crash', async () => {
  const table = await evaluate([{ status: 401, error: 'no such key' }], '--only', '01');
  expect(table).toMatch(/^\| 01-last-page \| FAIL \| 0 \| 0 \| .*no such key.* \|$/m);
});
