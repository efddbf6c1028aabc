import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';

const README = '# Hello\n';

async function recordedSession(sandbox: Sandbox): Promise<{ id: string; dir: string }> {
  await runSimse(sandbox, ['-p', 'read README.md']);
  const [id = ''] = await readdir(join(sandbox.data, 'sessions'));
  return { id, dir: join(sandbox.data, 'sessions', id) };
}

test('a session whose file was cut in the middle of a line is listed and shown', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  const { id, dir } = await recordedSession(sandbox);
  const events = join(dir, 'events.jsonl');
  await truncate(events, (await stat(events)).size - 20);
  const shown = await runSimse(sandbox, ['sessions', 'show', id]);
  expect(shown.stdout).toBe('› read README.md\n\n  Read README.md · completed\n\n# Hello\n\n');
  expect([shown.stderr, shown.exitCode]).toEqual(['simse: 1 damaged line was skipped.\n', 0]);
});

test('garbage in a session’s files costs only what it replaced', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  const { id, dir } = await recordedSession(sandbox);
  await appendFile(join(dir, 'events.jsonl'), '\0\0\n{"type":"made_up"}\nnull\n');
  await writeFile(join(dir, 'meta.json'), '{"id":');
  const shown = await runSimse(sandbox, ['sessions', 'show', id.slice(0, 5)]);
  expect(shown.stdout).toContain('# Hello');
  expect([shown.stderr, shown.exitCode]).toEqual(['simse: 3 damaged lines were skipped.\n', 0]);
  const list = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  expect(JSON.parse(list.stdout)).toMatchObject({ sessions: [{ id, title: 'read README.md', turns: 1 }] });
});

test('where nothing can be recorded there is one warning, and the answer', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  await rm(sandbox.data, { recursive: true });
  await writeFile(sandbox.data, 'a file where the directory should be');
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'read README.md']);
  expect([stdout, exitCode]).toEqual([README, 0]);
  const [warning = '', ...others] = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.includes('No model'));
  expect(warning).toMatch(/^simse: This session is no longer recorded: E\w+.*--data-dir/);
  expect(others).toEqual([]);
  expect(await readFile(sandbox.data, 'utf8')).toBe('a file where the directory should be');
});

test('--data-dir keeps everything in another folder, which is made', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README }, true);
  await runSimse(sandbox, ['-p', 'read README.md', '--data-dir', 'elsewhere/simse']);
  expect(await readdir(join(sandbox.work, 'elsewhere/simse/sessions'))).toHaveLength(1);
  expect(await readdir(sandbox.data)).toEqual([]);
});
