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

test('what somebody else changed since is left as it is', async () => {
  const { server, cwd, client, read } = await begin({ 'a.txt': 'one' });
  server.add(edit('one', 'two'), DONE);
  await client.prompt('first');
  await writeFile(join(cwd, 'a.txt'), 'mine');
  await client.prompt('/rewind 1');
  expect(client.answer()).toContain('changed since by somebody else');
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
  // What is always told, the summary, and the newest words.
  expect(messages).toHaveLength(3);
});

test('/init and /review are work for the model', async () => {
  const { server, client } = await begin();
  server.add({ when: 'Write SIMSE.md', steps: DONE.steps }, { when: 'Review this: main', steps: DONE.steps });
  await client.prompt('/init');
  await client.prompt('/review main');
  expect(server.unused()).toBe(0);
});
