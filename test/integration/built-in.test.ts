import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

const README = '# Hello\n\nA file.\n';

test('"read README.md" prints the file and nothing else', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'read README.md']);
  expect([stdout, exitCode]).toEqual([README, 0]);
  expect(stderr).toContain('No model is connected');
});

test('a prompt on stdin is answered, with or without -p', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  for (const args of [['-p'], [], ['-p', '-']]) {
    const { stdout, exitCode } = await runSimse(sandbox, args, { stdin: 'read README.md\n' });
    expect([stdout, exitCode]).toEqual([README, 0]);
  }
});

test('stdin beside a prompt is context, not a second prompt', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'read README.md'], { stdin: 'run rm -rf .\n' });
  expect([stdout, exitCode]).toEqual([README, 0]);
});

test('a stdin that stays open and silent does not hold up a prompt, and is said', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'read README.md'], { stdin: null });
  expect([stdout, exitCode]).toEqual([README, 0]);
  expect(stderr).toContain('Nothing came on stdin');
});

test('no prompt on a stdin that stays open and silent ends with 2', async () => {
  const { stderr, exitCode } = await runSimse(await createSandbox(), ['-p'], { stdin: null });
  expect(stderr).toContain('no prompt');
  expect(exitCode).toBe(2);
});

test('an allowed command runs; the result is one JSON object with its tool calls', async () => {
  const sandbox = await createSandbox({ 'work/src/a.ts': '' });
  const { stdout, exitCode } = await runSimse(
    sandbox,
    ['-p', '--allow', 'shell(node *)', '--output-format', 'json'],
    { stdin: 'list src\nrun node --version\n' },
  );
  const result: unknown = JSON.parse(stdout);
  expect(result).toMatchObject({
    type: 'result',
    subtype: 'success',
    is_error: false,
    stop_reason: 'end_turn',
    session_id: expect.stringMatching(/^\w+/),
    duration_ms: expect.any(Number),
    permission_denials: [],
    tool_calls: [{ status: 'completed' }, { status: 'completed' }],
  });
  expect(result).toMatchObject({ result: expect.stringContaining('a.ts') });
  expect(result).toMatchObject({ result: expect.stringContaining(process.version) });
  expect(exitCode).toBe(0);
});

test('a command that nobody allowed does not run; the answer says which rule would allow it', async () => {
  const sandbox = await createSandbox({ 'work/src/a.ts': '' });
  const command = `node -e "require('fs').writeFileSync('ran','')"`;
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', '--output-format', 'json'], {
    stdin: `list src\nrun ${command}\n`,
  });
  const { result, permission_denials } = JSON.parse(stdout) as {
    result: string;
    permission_denials: unknown[];
  };
  expect(result).toContain('a.ts');
  expect(result).toContain('--allow');
  expect(permission_denials).toHaveLength(1);
  expect(exitCode).toBe(5);
  await expect(stat(join(sandbox.work, 'ran'))).rejects.toThrow('ENOENT');
});

test('a file is written where edits are accepted, and not in plan mode', async () => {
  const sandbox = await createSandbox();
  const write = (mode: string) =>
    runSimse(sandbox, ['-p', 'write notes.md\nhello', '--permission-mode', mode]);
  expect((await write('plan')).exitCode).toBe(5);
  await expect(stat(join(sandbox.work, 'notes.md'))).rejects.toThrow('ENOENT');
  expect((await write('acceptEdits')).exitCode).toBe(0);
  expect(await readFile(join(sandbox.work, 'notes.md'), 'utf8')).toBe('hello\n');
});

test('a denying rule beats an allowing one', async () => {
  const sandbox = await createSandbox({ 'work/.env': 'SECRET=1' });
  const args = ['-p', 'read .env', '--allow', 'read_file', '--deny', 'read_file(.env)'];
  const { stdout, exitCode } = await runSimse(sandbox, args);
  expect(stdout).not.toContain('SECRET');
  expect(exitCode).toBe(5);
});

test('a file outside the workspace is not read, unless its directory was added', async () => {
  const sandbox = await createSandbox({ 'other/a.txt': 'secret\n' });
  const refused = await runSimse(sandbox, ['-p', 'read ../other/a.txt']);
  expect(refused.stdout).not.toContain('secret');
  expect(refused.exitCode).toBe(5);
  const added = await runSimse(sandbox, ['-p', 'read ../other/a.txt', '--add-dir', '../other']);
  expect([added.stdout, added.exitCode]).toEqual(['secret\n', 0]);
});

test('a run over its time is cancelled and ends with 3', async () => {
  const args = [
    '-p',
    'run sleep 60',
    '--allow',
    'shell(sleep *)',
    '--timeout',
    '1500ms',
    '--output-format',
    'json',
  ];
  const { stdout, exitCode } = await runSimse(await createSandbox(), args);
  expect(JSON.parse(stdout)).toMatchObject({ subtype: 'limit', error: { code: 'timeout' } });
  expect(exitCode).toBe(3);
});

test('stream-json reports each step as a line and ends with the result', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  const { stdout } = await runSimse(sandbox, ['-p', 'read README.md', '--format', 'stream-json']);
  const types = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types[0]).toBe('init');
  expect(types).toEqual(expect.arrayContaining(['tool_call', 'tool_result', 'message']));
  expect(types.at(-1)).toBe('result');
});

test('a run is recorded and can be listed and shown', async () => {
  const sandbox = await createSandbox({ 'work/README.md': README });
  await runSimse(sandbox, ['-p', 'read README.md']);
  const list = await runSimse(sandbox, ['sessions', 'list', '--output-format', 'json']);
  const { sessions } = JSON.parse(list.stdout) as {
    sessions: { id: string; title: string; turns: number }[];
  };
  expect(sessions).toMatchObject([{ title: 'read README.md', turns: 1 }]);
  const shown = await runSimse(sandbox, ['sessions', 'show', sessions[0]?.id.slice(0, 4) ?? '']);
  expect(shown.stdout).toContain('› read README.md');
  expect(shown.stdout).toContain('A file.');
});

test('what is no command gets an answer that says what there is and how to connect a model', async () => {
  const { stdout, exitCode } = await runSimse(await createSandbox(), ['-p', 'Why is the sky blue?']);
  for (const words of ['model', 'help', '--agent-command', 'acp.json']) expect(stdout).toContain(words);
  expect(exitCode).toBe(0);
});

test('a step that failed is said in the answer, and the run ends with 1', async () => {
  const { stdout, exitCode } = await runSimse(await createSandbox(), ['-p', 'read nothing.md']);
  expect(stdout).toContain('nothing.md');
  expect(exitCode).toBe(1);
});
