import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelServer } from '../agent/model/scripted-model.ts';
import type { ModelServer, Reply } from '../fixtures/model/model-server.mjs';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

async function workWith(replies: Reply[], args: string[], files: Record<string, string> = {}) {
  const server = await modelServer(...replies);
  const sandbox = await createSandbox(files);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  const run = await runSimse(sandbox, args, { env });
  return { server, run, read: (path: string) => readFile(join(sandbox.work, path), 'utf8') };
}

type Body = { messages?: { role: string; content: unknown }[] };

/** What the model got to read of one role, in its last question. */
function told({ requests }: ModelServer, role: string): string[] {
  const { messages = [] }: Body = requests.at(-1)?.body ?? {};
  return messages.filter((message) => message.role === role).map(({ content }) => JSON.stringify(content));
}

const EDITS = ['--permission-mode', 'acceptEdits'];

test('a change of two files is made where a mode allows it, and told', async () => {
  const { run, server, read } = await workWith(
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
    ['-p', 'change both', ...EDITS],
    { 'work/a.txt': 'one\n' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'I look.\n\nBoth are done.\n' });
  expect(server.unused()).toBe(0);
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['two\n', 'new\n']);
});

test('edits land where the text stands, and what is not there is answered with what is', async () => {
  const { run, server, read } = await workWith(
    [
      { steps: [{ call: 'edit_file', args: { path: 'a.txt', old_text: 'on', new_text: 'two' } }] },
      {
        when: '2 places',
        steps: [{ call: 'edit_file', args: { path: 'a.txt', old_text: 'one more', new_text: 'two' } }],
      },
      {
        when: 'What is most like it',
        steps: [{ call: 'edit_file', args: { path: 'a.txt', old_text: 'one', new_text: 'two' } }],
      },
      { when: 'Edited a.txt', steps: [{ text: 'Done.' }] },
    ],
    ['-p', 'change it', ...EDITS],
    { 'work/a.txt': 'one\non\n' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Done.\n' });
  expect(server.unused()).toBe(0);
  expect(await read('a.txt')).toBe('two\non\n');
});

test('a file that the model has not read is not replaced', async () => {
  const { run, read } = await workWith(
    [
      { steps: [{ call: 'write_file', args: { path: 'a.txt', content: 'new' } }] },
      { when: 'is there already', steps: [{ text: 'I read it first.' }] },
    ],
    ['-p', 'write it', ...EDITS],
    { 'work/a.txt': 'mine\n' },
  );
  expect(run.stdout).toBe('I read it first.\n');
  expect(await read('a.txt')).toBe('mine\n');
});

test('several calls of one answer are all answered, in their order', async () => {
  const paths = ['a.txt', 'b.txt', 'c.txt'];
  const { run, server } = await workWith(
    [
      { steps: paths.map((path) => ({ call: 'read_file', args: { path } })) },
      { when: 'third', steps: [{ text: 'Read.' }] },
    ],
    ['-p', 'read them'],
    { 'work/a.txt': 'first', 'work/b.txt': 'second', 'work/c.txt': 'third' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Read.\n' });
  expect(told(server, 'tool')).toEqual(['"first"', '"second"', '"third"']);
});

test('a tool that is refused is told to the model in the words of the gate, and nothing is done', async () => {
  const { run, server, read } = await workWith(
    [
      { steps: [{ call: 'edit_file', args: { path: 'a.txt', old_text: 'one', new_text: 'two' } }] },
      { when: 'no terminal to ask on', steps: [{ text: 'Then I leave it.' }] },
    ],
    ['-p', 'change it'],
    { 'work/a.txt': 'one\n' },
  );
  expect(run.stdout).toBe('Then I leave it.\n');
  expect(run.exitCode).toBe(5);
  expect(server.unused()).toBe(0);
  expect(await read('a.txt')).toBe('one\n');
});

test('an answer that breaks off goes on where it stopped, and no finished call is done again', async () => {
  const { run, server, read } = await workWith(
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
});

test('a busy model is asked again when it wants to be', async () => {
  const { run, server } = await workWith(
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

test('a key that is refused ends the run with what the provider says, and is not shown', async () => {
  const { run } = await workWith([{ status: 401, error: 'no such key' }], ['-p', 'hello']);
  expect(run.exitCode).not.toBe(0);
  expect(run.stderr).toContain('no such key');
  expect(run.stdout + run.stderr).not.toContain('sk-test');
});

test('arguments that cannot be read are told to the model, once, and it may call again', async () => {
  const { run, server } = await workWith(
    [
      { steps: [{ call: 'read_file', raw: '{"path": ' }] },
      { when: 'could not be read', steps: [{ call: 'read_file', args: { file: 'a.txt' } }] },
      { when: 'cannot be called so', steps: [{ call: 'read_file', args: { path: 'a.txt' } }] },
      { when: 'content', steps: [{ text: 'Now I know.' }] },
    ],
    ['-p', 'read it'],
    { 'work/a.txt': 'content' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Now I know.\n' });
  expect(told(server, 'tool').filter((text) => text.includes('could not be read'))).toHaveLength(1);
});

test('a model that makes the same call again and again is warned, then stopped', async () => {
  const again = { steps: [{ call: 'read_file', args: { path: 'a.txt' } }] };
  const { run, server } = await workWith(Array(9).fill(again), ['-p', 'read it'], {
    'work/a.txt': 'content',
  });
  expect(run.exitCode).toBe(3);
  expect(server.requests).toHaveLength(5);
  const answers = told(server, 'tool');
  expect(answers.map((answer) => answer.includes('same call'))).toEqual([false, false, true, true]);
});

test('a conversation that the model calls too long is summarised, and the work goes on', async () => {
  const { run, server } = await workWith(
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
  expect(told(server, 'user').join('\n')).toContain('find the needle');
});

test('another agent does a task with a conversation of its own, of which only the answer comes back', async () => {
  const { run, server } = await workWith(
    [
      {
        when: 'look around',
        steps: [{ call: 'task', args: { title: 'Search', prompt: 'Search for the needle.' } }],
      },
      {
        when: 'Search for the needle.',
        steps: [{ text: 'aside' }, { call: 'grep', args: { pattern: 'needle' } }],
      },
      { when: 'a.txt:1', steps: [{ text: 'a.txt, line 1' }] },
      { when: 'a.txt, line 1', steps: [{ text: 'Found.' }] },
    ],
    ['-p', 'look around'],
    { 'work/a.txt': 'needle' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Found.\n' });
  expect(server.unused()).toBe(0);
});

test('tools of MCP servers are called like the own ones, and the plan is shown', async () => {
  const server = await modelServer(
    {
      steps: [
        { call: 'todo', args: { items: [{ content: 'Add them', status: 'in_progress' }] } },
        { call: 'everyday__progress', args: {} },
      ],
    },
    { when: 'done', steps: [{ text: 'It is done.' }] },
  );
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: [mcpServer('everyday')] } });
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  const args = ['-p', 'do it', '--allow', 'everyday/*', '--output-format', 'stream-json'];
  const { stdout } = await runSimse(sandbox, args, { env });
  expect(stdout).toContain('It is done.');
  expect(stdout).toContain('"type":"plan"');
  expect(stdout).not.toContain('Update the plan');
  expect(server.unused()).toBe(0);
});
