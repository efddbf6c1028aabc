import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { connectClient } from './agent-client.ts';
import { modelServer } from './model/scripted-model.ts';

async function begin(files: Record<string, string> = {}) {
  const server = await modelServer();
  const cwd = await tempDir(files);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  const client = await connectClient({ cwd, env, choose: 'allow_once' });
  const read = (name: string) => readFile(join(cwd, name), 'utf8').catch(() => null);
  return { server, cwd, client, read };
}

const edit = (old_text: string, new_text: string) => ({
  steps: [{ call: 'edit_file', args: { path: 'a.txt', old_text, new_text } }],
});
const DONE = { steps: [{ text: 'Done.' }] };

test('the commands are announced', async () => {
  const { client } = await begin();
  await expect
    .poll(() => client.updates)
    .toContainEqual({
      sessionUpdate: 'available_commands_update',
      availableCommands: ['init', 'compact', 'rewind', 'review'].map((name) =>
        expect.objectContaining({ name }),
      ),
    });
});

test('/rewind puts files back to before a turn, those that were made included', async () => {
  const { server, client, read } = await begin({ 'a.txt': 'one' });
  server.add(edit('one', 'two'), DONE, edit('two', 'three'), {
    steps: [{ call: 'write_file', args: { path: 'b.txt', content: 'new' } }],
  });
  server.add(DONE);
  await client.prompt('first');
  await client.prompt('second');
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['three', 'new']);
  await client.prompt('/rewind');
  expect(client.answer()).toContain('1. first: a.txt\n2. second: a.txt, b.txt');
  await client.prompt('/rewind 2');
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['two', null]);
  await client.prompt('/rewind 1');
  expect(await read('a.txt')).toBe('one');
});

test('/rewind itself can be taken back, with the files that it removed', async () => {
  const { server, client, read } = await begin({ 'a.txt': 'one' });
  const write = { steps: [{ call: 'write_file', args: { path: 'b.txt', content: 'new' } }] };
  server.add(edit('one', 'two'), write, DONE);
  await client.prompt('first');
  await client.prompt('/rewind 1');
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['one', null]);
  expect(client.answer()).toContain('`/rewind 2` undoes this.');
  await client.prompt('/rewind 2');
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['two', 'new']);
  await client.prompt('/rewind 1');
  expect([await read('a.txt'), await read('b.txt')]).toEqual(['one', null]);
});

test('what somebody else changed between two turns is not taken back with them', async () => {
  const { server, cwd, client, read } = await begin({ 'a.txt': 'one\n' });
  server.add(edit('one', 'two'), DONE, edit('two', 'three'), DONE);
  await client.prompt('first');
  await writeFile(join(cwd, 'a.txt'), 'two\nmine\n');
  await client.prompt('second');
  await client.prompt('/rewind 1');
  expect(client.answer()).toContain('also changed by someone else in between');
  expect(await read('a.txt')).toBe('three\nmine\n');
  await client.prompt('/rewind 2');
  expect(await read('a.txt')).toBe('two\nmine\n');
});

const shell = (command: string) => ({ steps: [{ call: 'shell', args: { command } }] });

test('what commands do to files that the session has changed is taken back as well, and what else they do is said to stay', async () => {
  const { server, client, read } = await begin({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  const write = { steps: [{ call: 'write_file', args: { path: 'c.txt', content: 'new\n' } }] };
  server.add(edit('one', 'two'), write, DONE);
  server.add(shell('echo formatted >> a.txt; mv c.txt d.txt; echo x >> b.txt'), edit('two', 'three'), DONE);
  await client.prompt('first');
  await client.prompt('second');
  expect(await read('a.txt')).toBe('three\nformatted\n');
  await client.prompt('/rewind 2');
  expect([await read('a.txt'), await read('c.txt')]).toEqual(['two\n', 'new\n']);
  expect([await read('b.txt'), await read('d.txt')]).toEqual(['b\nx\n', 'new\n']);
  expect(client.answer()).toContain('Restored a.txt, with what commands had changed in it.');
  expect(client.answer()).toContain('Commands also ran: other files that they changed were not restored.');
  await client.prompt('/rewind 1');
  expect([await read('a.txt'), await read('c.txt')]).toEqual(['one\n', null]);
});

test('/rewind of turns in which only commands ran says that these stay', async () => {
  const { server, client } = await begin();
  server.add(shell('echo x > a.txt'), DONE);
  await client.prompt('first');
  await client.prompt('/rewind 1');
  expect(client.answer()).toContain('Nothing was changed in this session.\n\nCommands also ran');
});

test('files are put back in a session that was resumed, and in a fork of it', async () => {
  const { server, cwd, client, read } = await begin({ 'a.txt': 'one' });
  server.add(edit('one', 'two'), DONE);
  await client.prompt('first');
  const { agent } = client.connection;
  const { sessionId } = client;
  const rewind = (id: string, turn: number) =>
    agent.request('session/prompt', {
      sessionId: id,
      prompt: [{ type: 'text', text: `/rewind ${turn}` }],
    });
  await agent.request('session/close', { sessionId });
  await agent.request('session/resume', { sessionId, cwd, mcpServers: [] });
  await rewind(sessionId, 1);
  expect(await read('a.txt')).toBe('one');
  const forked = await agent.request<{ sessionId: string }, object>('session/fork', { sessionId, cwd });
  await rewind(forked.sessionId, 2);
  expect(await read('a.txt')).toBe('two');
});

test('a session that begins with a command is called by it', async () => {
  const { server, client } = await begin();
  server.add(DONE);
  await client.prompt('/review main');
  expect(client.updates).toContainEqual({ sessionUpdate: 'session_info_update', title: '/review main' });
});

test('what somebody else changed since is left as it is', async () => {
  const { server, cwd, client, read } = await begin({ 'a.txt': 'one' });
  server.add(edit('one', 'two'), DONE);
  await client.prompt('first');
  await writeFile(join(cwd, 'a.txt'), 'mine');
  await client.prompt('/rewind 1');
  expect(client.answer()).toContain('changed by someone else since');
  expect(await read('a.txt')).toBe('mine');
});

test('/rewind of a session that changed nothing says so, and of a turn that is none', async () => {
  const { server, client } = await begin({ 'a.txt': 'one' });
  await client.prompt('/rewind 1');
  expect(client.answer()).toContain('Nothing was changed');
  server.add(edit('one', 'two'), DONE);
  await client.prompt('first');
  await client.prompt('/rewind 7');
  expect(client.answer()).toContain('There is no turn 7');
});

test('/compact has the model sum up, and the summary is what it is told from then on', async () => {
  const { server, client } = await begin();
  server.add(
    DONE,
    { when: 'Above all keep: the walrus', steps: [{ text: '## Goal\nfind the walrus' }] },
    DONE,
  );
  await client.prompt('a long story of seals');
  await client.prompt('/compact the walrus');
  expect(client.answer()).toContain('The conversation is summarised');
  await client.prompt('go on');
  const { messages }: { messages?: unknown[] } = server.requests.at(-1)?.body ?? {};
  expect(JSON.stringify(messages)).toContain('find the walrus');
  // What is always told, and the summary with the newest words.
  expect(messages).toHaveLength(2);
});

test('/init and /review are work for the model', async () => {
  const { server, client } = await begin();
  server.add({ when: 'Write SIMSE.md', steps: DONE.steps }, { when: 'Review this: main', steps: DONE.steps });
  await client.prompt('/init');
  await client.prompt('/review main');
  expect(server.unused()).toBe(0);
});
