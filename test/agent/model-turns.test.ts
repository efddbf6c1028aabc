import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { type ModelServer, type Reply, startModelServer } from '../fixtures/model/model-server.mjs';
import { tempDir } from '../helpers/temp-dir.ts';
import { connectClient } from './agent-client.ts';
import { call, DONE } from './model-client.ts';

const WINDOW = 20_000;

/** A session of a model whose window is known. */
async function begin(replies: Reply[], { files = {}, window = WINDOW } = {}) {
  const models = [{ id: 'scripted', context_length: window }];
  const server = await startModelServer({ replies, models });
  onTestFinished(() => server.close());
  const cwd = await tempDir(files);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  return { server, client: await connectClient({ cwd, env, choose: 'allow_once' }) };
}

const asked = ({ requests }: ModelServer): string => JSON.stringify(requests.at(-1)?.body['messages']);
const thoughts = (updates: readonly SessionUpdate[]): string =>
  updates
    .flatMap((update) =>
      update.sessionUpdate === 'agent_thought_chunk' && update.content.type === 'text'
        ? update.content.text
        : [],
    )
    .join('');
const usage = (updates: readonly SessionUpdate[]): number | undefined =>
  updates.findLast((update) => update.sessionUpdate === 'usage_update')?.used;

const nearlyFull = { input: 17_000, output: 10 };
const summary = (text: string): Reply => ({ when: '## Next steps', steps: [{ text }] });

test('after /compact the next prompt is answered at once, and the window is shown as nearly empty', async () => {
  const { server, client } = await begin([
    { steps: [{ text: 'Seen.' }], usage: nearlyFull },
    summary('about seals'),
    DONE,
  ]);
  await client.prompt('tell me of seals');
  expect(usage(client.updates)).toBe(17_010);
  await client.prompt('/compact');
  expect(usage(client.updates)).toBeLessThan(1000);
  await client.prompt('go on');
  expect(server.unused()).toBe(0);
  expect(client.answer()).toContain('Done.');
});

test('a window that the instructions alone nearly fill keeps nobody from asking', async () => {
  const { server, client } = await begin([DONE], { window: 2000 });
  await expect(client.prompt('hello')).resolves.toMatchObject({ stopReason: 'end_turn' });
  expect(server.unused()).toBe(0);
});

test('a model that is busy when it is to sum up is asked again, and the user is told what goes on', async () => {
  const { server, client } = await begin(
    [
      { ...call('read_file', { path: 'a.txt' }), usage: nearlyFull },
      { status: 429, headers: { 'retry-after-ms': '5' }, error: 'slow down' },
      summary('the needle is in a.txt'),
      DONE,
    ],
    { files: { 'a.txt': 'hay\n' } },
  );
  await client.prompt(`find the needle ${'and mind the hay '.repeat(1000)}`);
  expect(server.unused()).toBe(0);
  expect(thoughts(client.updates)).toContain('the conversation nearly fills the context window');
  expect(thoughts(client.updates)).toContain('slow down');
});

test('a summary that does not fit either is made of less', async () => {
  const tooLong = { status: 400, error: 'the request exceeds the available context size' };
  const { server, client } = await begin(
    [call('read_file', { path: 'a.txt' }), tooLong, tooLong, summary('the needle is in a.txt'), DONE],
    { files: { 'a.txt': `${'hay '.repeat(4)}\n`.repeat(1500) } },
  );
  await client.prompt('find the needle');
  const sizes = server.requests.map(({ body }) => JSON.stringify(body['messages']).length);
  expect(server.unused()).toBe(0);
  expect(sizes[3]).toBeLessThan(sizes[2] ?? 0);
});

test('what the user asked for is told again after each summary, and no summary within a summary', async () => {
  const { server, client } = await begin(
    [
      { ...call('read_file', { path: 'a.txt' }), usage: nearlyFull },
      summary('first summary'),
      { ...call('read_file', { path: 'a.txt', limit: 4500 }), usage: nearlyFull },
      summary('second summary'),
      DONE,
    ],
    { files: { 'a.txt': `${'hay '.repeat(4)}\n`.repeat(1500) } },
  );
  await client.prompt('find the needle in a.txt');
  expect(server.unused()).toBe(0);
  expect(asked(server)).toContain('second summary');
  expect(asked(server)).toContain('What the user asked for last:\\n\\nfind the needle in a.txt');
  expect(asked(server)).not.toContain('first summary');
});

test('a request that nearly fills the window by itself is cut in the middle', async () => {
  const { server, client } = await begin([summary('a long story'), DONE]);
  await client.prompt(`begin ${'x'.repeat(55_000)} end`);
  expect(server.unused()).toBe(0);
  expect(asked(server)).toMatch(/begin x+.*characters are left out here.*x+ end/);
  expect(asked(server).length).toBeLessThan(20_000);
});

test('who wants to be left alone for long is not waited for', async () => {
  const busy = { status: 429, headers: { 'retry-after': '432' }, error: 'Limit reached' };
  const { client } = await begin([busy]);
  await expect(client.prompt('hello')).rejects.toThrow(
    'Limit reached. It asks to be left alone for 8 minutes.',
  );
});

test('a model that says nothing is asked once more, and then its silence is told', async () => {
  const silent = { steps: [{ reasoning: 'Hm.' }] };
  const { server, client } = await begin([silent, { steps: [{ text: 'Yes.' }] }, silent, silent]);
  await client.prompt('well?');
  expect(client.answer()).toBe('Yes.');
  await client.prompt('and?');
  expect(client.answer()).toContain('The model ended its turn without an answer.');
  expect(server.unused()).toBe(0);
});

test('a call that the limit of an answer cuts off is told as that', async () => {
  const { server, client } = await begin([
    { steps: [{ call: 'write_file', raw: '{"path": "a.txt", "content": "one' }], end: 'length' },
    { when: 'write less at a time', ...DONE },
  ]);
  await client.prompt('write it');
  expect(server.unused()).toBe(0);
  expect(client.answer()).toBe('Done.');
});
