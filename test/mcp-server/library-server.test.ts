import {
  EmptyResultSchema,
  ListRootsResultSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { connectClient } from './connect-client.ts';

test('what one agent shelves another one finds, with the name of who wrote it', async () => {
  const { client } = await connectClient();
  const shelved = await client.callTool({
    name: 'library_shelve',
    arguments: { topic: 'Build', text: 'Releases go out on Fridays.', tags: ['release'] },
  });
  expect(shelved.structuredContent).toMatchObject({
    id: 'build/releases-go-out-on-fridays',
    source: 'agent',
  });
  const found = await client.callTool({ name: 'library_search', arguments: { query: 'relese friday' } });
  expect(found.structuredContent).toMatchObject({
    entries: [{ id: 'build/releases-go-out-on-fridays', text: 'Releases go out on Fridays.', isWhole: true }],
  });
  const catalog = await client.callTool({ name: 'library_catalog', arguments: { tags: ['release'] } });
  expect(catalog.structuredContent).toMatchObject({ topics: [{ topic: 'build', entries: 1 }], total: 1 });
  await client.callTool({ name: 'library_withdraw', arguments: { id: 'build/releases-go-out-on-fridays' } });
  const again = await client.callTool({ name: 'library_search', arguments: { query: 'friday' } });
  expect(again.structuredContent).toEqual({ entries: [] });
});

test('what is shelved already is refused in words that the model understands', async () => {
  const { client, library } = await connectClient();
  await library.shelve({ topic: 'a', text: 'the same' });
  expect(
    await client.callTool({ name: 'library_shelve', arguments: { topic: 'b', text: 'The same' } }),
  ).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('a/the-same') }] });
});

test('topics and entries are completed as they are typed', async () => {
  const { client, library } = await connectClient();
  await library.shelve({ topic: 'build', title: 'Cache', text: 'one' });
  await library.shelve({ topic: 'build', title: 'Checks', text: 'two' });
  await library.shelve({ topic: 'style', title: 'Commas', text: 'three' });
  const complete = async (uri: string, name: string, value: string, known = {}): Promise<string[]> => {
    const ref = { type: 'ref/resource' as const, uri };
    const params = { ref, argument: { name, value }, context: { arguments: known } };
    return (await client.complete(params)).completion.values;
  };
  expect(await complete('simse://library/{topic}', 'topic', 'b')).toEqual(['build']);
  expect(
    (await complete('simse://library/{topic}/{entry}', 'entry', 'c', { topic: 'build' })).toSorted(),
  ).toEqual(['cache', 'checks']);
  expect(await complete('simse://library/{topic}/{entry}', 'entry', 'c', { topic: '!!' })).toEqual([]);
  expect(await complete('simse://sessions/{id}', 'id', 'b')).toEqual(['bbb222']);
  await expect(complete('simse://nothing/{x}', 'x', '')).rejects.toMatchObject({ code: -32602 });
});

test('a client is told how many more there are than can be completed at once', async () => {
  const { client } = await connectClient({ sessions: 130 });
  const ref = { type: 'ref/resource' as const, uri: 'simse://sessions/{id}' };
  const { completion } = await client.complete({ ref, argument: { name: 'id', value: '' } });
  expect(completion).toMatchObject({ total: 130, hasMore: true });
  expect(completion.values).toHaveLength(100);
});

test('a change of the library is told to who subscribed, and new entries to everybody', async () => {
  const { client, library } = await connectClient();
  const told: string[] = [];
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push('list'));
  await client.subscribeResource({ uri: 'simse://library/notes' });
  await library.list({});
  await library.shelve({ topic: 'notes', title: 'New', text: 'new' });
  await expect.poll(() => told).toEqual(['simse://library/notes', 'list']);
  await client.unsubscribeResource({ uri: 'simse://library/notes' });
  await library.revise('notes/new', { text: 'newer' });
  await library.shelve({ topic: 'other', text: 'more' });
  await expect.poll(() => told).toEqual(['simse://library/notes', 'list', 'list']);
});

test('the prompts hand over a session, and a question with what the library knows', async () => {
  const { client, library } = await connectClient();
  await library.shelve({ topic: 'Büro', title: 'Fridays', text: 'Releases go out on Fridays.' });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['continue_session', 'from_library']);
  const session = await client.getPrompt({ name: 'continue_session', arguments: { id: 'bbb' } });
  expect(session.messages).toMatchObject([
    { content: { text: expect.stringContaining('Continue from there') } },
    { content: { type: 'resource', resource: { text: expect.stringContaining('Why does checkout fail?') } } },
  ]);
  const question = await client.getPrompt({
    name: 'from_library',
    arguments: { question: 'when do releases go?' },
  });
  expect(question.messages).toMatchObject([
    {
      content: {
        resource: { uri: 'simse://library/b%C3%BCro/fridays', text: 'Releases go out on Fridays.' },
      },
    },
    { content: { text: 'when do releases go?' } },
  ]);
  await expect(client.getPrompt({ name: 'continue_session' })).rejects.toMatchObject({ code: -32602 });
  await expect(
    client.getPrompt({ name: 'continue_session', arguments: { id: 'zzz' } }),
  ).rejects.toMatchObject({
    code: -32602,
  });
});

test('a client may ask for the roots and log, as the specification of simse says', async () => {
  const { client, log } = await connectClient();
  const { roots } = await client.request({ method: 'roots/list' }, ListRootsResultSchema);
  expect(roots).toMatchObject([{ uri: expect.stringMatching(/^file:\/\//) }]);
  const params = { level: 'warning', logger: 'editor', data: { full: 'disk\u001b[31m' } };
  await client.request({ method: 'logging/message', params }, EmptyResultSchema);
  expect(log).toEqual(['agent editor warning: {"full":"disk\\u001b[31m"}']);
});
