import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { count, lastAsked, modelSandbox, WIRES, workWith } from './model-sandbox.ts';

const EDITS = ['--permission-mode', 'acceptEdits'];

test.each(WIRES)(
  '%s: an answer that breaks off goes on, and no finished call is done again',
  async (wire) => {
    const { run, server, read } = await workWith(
      wire,
      [
        { steps: [{ call: 'shell', args: { command: 'echo once >> log.txt' } }] },
        { steps: [{ text: 'The log has ' }, { drop: true }] },
        { when: 'Go on exactly', steps: [{ text: 'one line.' }] },
      ],
      ['-p', 'log it', '--allow', 'shell', ...EDITS],
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: 'The log has one line.\n' });
    expect(server.unused()).toBe(0);
    expect(await read('log.txt')).toBe('once\n');
  },
);

test.each(WIRES)('%s: a call in an answer that breaks off is not done until it is whole', async (wire) => {
  const call = { call: 'shell', args: { command: 'echo once >> log.txt' } };
  const { run, read } = await workWith(
    wire,
    [{ steps: [call, { drop: true }] }, { steps: [call] }, { steps: [{ text: 'Logged.' }] }],
    ['-p', 'log it', '--allow', 'shell'],
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Logged.\n' });
  expect(await read('log.txt')).toBe('once\n');
});

test.each(WIRES)('%s: a busy model is asked again when it wants to be', async (wire) => {
  const { run, server } = await workWith(
    wire,
    [
      { status: 429, headers: { 'retry-after-ms': '20' }, error: 'slow down' },
      { status: 503, headers: { 'retry-after-ms': '20' }, error: 'overloaded' },
      { steps: [{ text: 'Here I am.' }] },
    ],
    ['-p', 'hello'],
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Here I am.\n' });
  expect(server.unused()).toBe(0);
});

test.each(WIRES)('%s: a key that is refused ends the run with the words of who refused it', async (wire) => {
  const { run } = await workWith(wire, [{ status: 401, error: 'no such key' }], ['-p', 'hello']);
  expect(run.exitCode).not.toBe(0);
  expect(run.stderr).toContain('no such key');
  expect(run.stdout + run.stderr).not.toContain('sk-test');
});

test.each(['openai', 'anthropic'] as const)(
  '%s: arguments that are no JSON are told to the model, once, and it may call again',
  async (wire) => {
    const { run, server } = await workWith(
      wire,
      [
        { steps: [{ call: 'read_file', raw: '{"path": ' }] },
        { when: 'could not be read', steps: [{ call: 'read_file', args: { path: 'a.txt' } }] },
        { when: 'content', steps: [{ text: 'Now I know.' }] },
      ],
      ['-p', 'read it'],
      { 'work/a.txt': 'content' },
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: 'Now I know.\n' });
    expect(count(lastAsked(server), 'could not be read')).toBe(1);
  },
);

test.each(WIRES)('%s: arguments of another shape are told to the model, once', async (wire) => {
  const { run, server } = await workWith(
    wire,
    [
      { steps: [{ call: 'read_file', args: { file: 'a.txt' } }] },
      { when: 'was called with invalid arguments', steps: [{ call: 'read_file', args: { path: 'a.txt' } }] },
      { when: 'content', steps: [{ text: 'Now I know.' }] },
    ],
    ['-p', 'read it'],
    { 'work/a.txt': 'content' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Now I know.\n' });
  expect(count(lastAsked(server), 'was called with invalid arguments')).toBe(1);
});

test.each(WIRES)(
  '%s: a model that makes the same call again and again is warned, then stopped',
  async (wire) => {
    const again = { steps: [{ call: 'read_file', args: { path: 'a.txt' } }] };
    const { run, server } = await workWith(wire, Array(9).fill(again), ['-p', 'read it'], {
      'work/a.txt': 'content',
    });
    expect(run.exitCode).toBe(3);
    expect(server.requests).toHaveLength(5);
    expect(count(lastAsked(server), 'This is the same call')).toBe(2);
  },
);

test.each(WIRES)(
  '%s: a conversation that the model calls too long is summed up, and the work goes on',
  async (wire) => {
    const { run, server } = await workWith(
      wire,
      [
        { steps: [{ call: 'read_file', args: { path: 'a.txt' } }] },
        { status: 400, error: 'This is longer than the maximum context length of 8192 tokens' },
        { when: 'Summarise this conversation', steps: [{ text: '## Goal\nto find the needle' }] },
        { when: 'to find the needle', steps: [{ text: 'It is in a.txt.' }] },
      ],
      ['-p', 'find the needle'],
      { 'work/a.txt': `needle\n${'hay '.repeat(5000)}` },
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: 'It is in a.txt.\n' });
    expect(server.unused()).toBe(0);
    expect(lastAsked(server)).toContain('find the needle');
    expect(lastAsked(server)).not.toContain('hay hay');
  },
);

test.each(WIRES)('%s: after an answer without a word the next prompt is answered', async (wire) => {
  const sandbox = await modelSandbox(wire, [
    { steps: [] },
    { steps: [] },
    { when: 'and now', steps: [{ text: 'Now I speak.' }] },
  ]);
  const silent = await runSimse(sandbox, ['-p', 'say nothing']);
  expect(silent.stdout).toBe('The model ended its turn without an answer.\n');
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'and now?', '--continue']);
  expect([stdout, exitCode]).toEqual(['Now I speak.\n', 0]);
});

test.each(WIRES)(
  '%s: before the window is full the conversation is summed up, and its state stays',
  async (wire) => {
    const summary =
      '## Goal\nto find the needle\n## Decisions\nb.txt is left alone\n## Files\na.txt: the needle is in line 1';
    const sandbox = await modelSandbox(
      wire,
      [
        {
          steps: [{ call: 'read_file', args: { path: 'a.txt' } }],
          usage: { input: 30_000, output: 100 },
        },
        { when: '## Next steps', steps: [{ text: summary }] },
        { when: 'needle', steps: [{ text: 'It is in a.txt.' }] },
      ],
      { 'work/a.txt': `needle\n${'hay hay hay hay\n'.repeat(1700)}` },
    );
    const baseUrl = `${sandbox.server.url}/${wire === 'google' ? 'v1beta' : 'v1'}`;
    const models = [{ id: 'small', contextWindow: 32_000 }];
    const provider = { name: 'work', kind: wire, baseUrl, apiKeyEnv: 'WORK_KEY', models };
    const config = JSON.stringify({ models: { default: 'work/small', providers: [provider] } });
    await writeFile(join(sandbox.config, 'config.json'), config);
    const env = { WORK_KEY: 'sk-work' };
    const run = await runSimse(sandbox, ['-p', 'find the needle, leave b.txt alone'], { env });
    expect(run).toMatchObject({ exitCode: 0, stdout: 'It is in a.txt.\n' });
    expect(sandbox.server.requests).toHaveLength(3);
    expect(lastAsked(sandbox.server)).toContain(
      'b.txt is left alone\\n## Files\\na.txt: the needle is in line 1',
    );
    expect(lastAsked(sandbox.server)).toContain('find the needle, leave b.txt alone');
  },
);
