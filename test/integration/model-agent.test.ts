import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { mcpServer } from './mcp-servers.ts';
import { lastAsked, modelSandbox, WIRES, workWith } from './model-sandbox.ts';

const EDITS = ['--permission-mode', 'acceptEdits'];

test.each(WIRES)('%s: a change of two files is made where a mode allows it, and told', async (wire) => {
  const { run, server, read } = await workWith(
    wire,
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
    'openai',
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
    'openai',
    [
      { steps: [{ call: 'write_file', args: { path: 'a.txt', content: 'new' } }] },
      { when: 'already exists', steps: [{ text: 'I read it first.' }] },
    ],
    ['-p', 'write it', ...EDITS],
    { 'work/a.txt': 'mine\n' },
  );
  expect(run.stdout).toBe('I read it first.\n');
  expect(await read('a.txt')).toBe('mine\n');
});

test.each(WIRES)('%s: several calls of one answer are all answered, in their order', async (wire) => {
  const paths = ['a.txt', 'b.txt', 'c.txt'];
  const { run, server } = await workWith(
    wire,
    [
      { steps: paths.map((path) => ({ call: 'read_file', args: { path } })) },
      { when: 'third', steps: [{ text: 'Read.' }] },
    ],
    ['-p', 'read them'],
    { 'work/a.txt': 'first', 'work/b.txt': 'second', 'work/c.txt': 'third' },
  );
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Read.\n' });
  expect(lastAsked(server)).toMatch(/first.*second.*third/);
});

test.each(WIRES)(
  '%s: a tool that is refused is told to the model in the words of the gate, and nothing is done',
  async (wire) => {
    const { run, server, read } = await workWith(
      wire,
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
  },
);

test('another agent does a task with a conversation of its own, of which only the answer comes back', async () => {
  const { run, server } = await workWith(
    'openai',
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
  const replies = [
    {
      steps: [
        { call: 'todo', args: { items: [{ content: 'Add them', status: 'in_progress' }] } },
        { call: 'everyday__progress', args: {} },
      ],
    },
    { when: 'done', steps: [{ text: 'It is done.' }] },
  ];
  const mcp = { 'config/mcp.json': { servers: [mcpServer('everyday')] } };
  const args = ['-p', 'do it', '--allow', 'everyday/*', '--output-format', 'stream-json'];
  const { run, server } = await workWith('openai', replies, args, mcp);
  expect(run.stdout).toContain('It is done.');
  expect(run.stdout).toContain('"type":"plan"');
  expect(run.stdout).not.toContain('Update the plan');
  expect(server.unused()).toBe(0);
});

test('signed thoughts go back to Anthropic with the answers of the tools they led to', async () => {
  const replies = [
    { steps: [{ reasoning: 'Look first.' }, { call: 'read_file', args: { path: 'a.txt' } }] },
    { when: 'content', steps: [{ text: 'Seen.' }] },
  ];
  const { run, server } = await workWith('anthropic', replies, ['-p', 'look'], { 'work/a.txt': 'content' });
  expect(run.stdout).toBe('Seen.\n');
  expect(lastAsked(server)).toContain('{"type":"thinking","thinking":"Look first.","signature":"signed"}');
});

test.each(WIRES)('%s: --continue goes on with what the model said and did', async (wire) => {
  const sandbox = await modelSandbox(
    wire,
    [
      { steps: [{ call: 'read_file', args: { path: 'a.txt' } }] },
      { when: 'walrus', steps: [{ text: 'It says walrus.' }] },
      { when: 'and now', steps: [{ text: 'Still walrus.' }] },
    ],
    { 'work/a.txt': 'walrus' },
  );
  await runSimse(sandbox, ['-p', 'read a.txt']);
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'and now?', '--continue']);
  expect([stdout, exitCode]).toEqual(['Still walrus.\n', 0]);
  expect(lastAsked(sandbox.server)).toMatch(/read a.txt.*walrus.*It says walrus.*and now/);
});
