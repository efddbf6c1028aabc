import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelServer, type Reply } from '../agent/model/scripted-model.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

async function workWith(replies: Reply[], args: string[], files: Record<string, string> = {}) {
  const server = await modelServer(...replies);
  const sandbox = await createSandbox(files);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  const run = await runSimse(sandbox, args, { env });
  return { server, sandbox, run };
}

test('a model changes two files, each with the approval of a rule, and says so', async () => {
  const { sandbox, run, server } = await workWith(
    [
      { steps: [{ text: 'I look.' }, { call: 'read_file', args: { path: 'a.txt' } }] },
      {
        when: 'one',
        steps: [
          { call: 'write_file', args: { path: 'a.txt', content: 'two\n' } },
          { call: 'write_file', args: { path: 'b.txt', content: 'new\n' } },
        ],
      },
      { when: 'Created b.txt', steps: [{ text: 'Both are done.' }] },
    ],
    ['-p', 'change both', '--permission-mode', 'acceptEdits'],
    { 'work/a.txt': 'one\n' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'I look.\n\nBoth are done.\n' });
  expect(server.unused()).toBe(0);
  expect(await readFile(join(sandbox.work, 'a.txt'), 'utf8')).toBe('two\n');
  expect(await readFile(join(sandbox.work, 'b.txt'), 'utf8')).toBe('new\n');
});
