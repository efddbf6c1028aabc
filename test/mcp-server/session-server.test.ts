import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { connectClient } from './connect-client.ts';

const connect = async (sessions?: number): Promise<Client> => (await connectClient({ sessions })).client;

test('a client learns who simse is, and may ping it and set the log level', async () => {
  const client = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: 'simse', version: '1.2.3' });
  expect(client.getServerCapabilities()).toEqual({
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: {},
    completions: {},
    logging: {},
  });
  expect(await client.ping()).toEqual({});
  expect(await client.setLoggingLevel('debug')).toEqual({});
});

test('session_list gives the newest sessions, of one directory if asked', async () => {
  const client = await connect();
  await client.listTools();

  const all = await client.callTool({ name: 'session_list', arguments: { limit: 1 } });
  expect(all.structuredContent).toEqual({
    sessions: [
      {
        id: 'bbb222',
        title: 'Why does checkout fail?',
        cwd: '/shop',
        backend: 'claude',
        createdAt: '2026-11-02T10:00:00.000Z',
        updatedAt: '2026-11-02T10:05:00.000Z',
        turns: 1,
      },
    ],
    total: 2,
  });
  const blog = await client.callTool({ name: 'session_list', arguments: { cwd: '/blog' } });
  expect(blog.structuredContent).toMatchObject({ sessions: [{ id: 'aaa111', title: '' }], total: 1 });
});

test('session_search gives the sessions in which words were said, with where', async () => {
  const client = await connect();
  await client.listTools();
  const { structuredContent } = await client.callTool({
    name: 'session_search',
    arguments: { query: 'checkout', limit: 1 },
  });
  expect(structuredContent).toEqual({
    sessions: [expect.objectContaining({ id: 'bbb222', score: 1, excerpts: ['checkout'] })],
    total: 1,
  });
});

const TRANSCRIPT = `## Prompt

Why does checkout fail?

- Read src/\\u{1b}[31mcheckout.ts (completed)

Because the cart is undefined.

> warn: disk almost full

> ended: the backend exited with code 1`;

test('session_read gives the transcript, without thoughts and hidden characters', async () => {
  const client = await connect();
  await client.listTools();

  const { structuredContent, isError } = await client.callTool({
    name: 'session_read',
    arguments: { id: 'bbb' },
  });

  expect(isError).toBeFalsy();
  expect(structuredContent).toEqual({
    session: expect.objectContaining({ id: 'bbb222', backend: 'claude' }),
    transcript: TRANSCRIPT,
    totalChars: TRANSCRIPT.length,
  });
});

test('a long transcript comes in pieces', async () => {
  const client = await connect();
  let text = '';
  for (let offset: unknown = 0; typeof offset === 'number'; ) {
    const { structuredContent } = await client.callTool({
      name: 'session_read',
      arguments: { id: 'bbb222', offset, limit: 50 },
    });
    const piece = structuredContent as { transcript: string; nextOffset?: number };
    text += piece.transcript;
    offset = piece.nextOffset;
  }
  expect(text).toBe(TRANSCRIPT);
});

test.each([
  ['session_read', { id: 'zzz' }, 'There is no session zzz. simse sessions list shows them.'],
  ['session_read', {}, 'id'],
  ['session_list', { limit: 'many' }, 'limit'],
])('%s with %j tells the model what is wrong', async (name, args, text) => {
  const client = await connect();
  expect(await client.callTool({ name, arguments: args })).toMatchObject({
    content: [{ text: expect.stringContaining(text) }],
    isError: true,
  });
});

test('a tool that is not there is an error of the protocol', async () => {
  const client = await connect();
  await expect(client.callTool({ name: 'session_burn' })).rejects.toMatchObject({ code: -32602 });
});

test('sessions are resources: an index, two each in pages, and templates', async () => {
  const client = await connect(150);
  const uris: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { resources, nextCursor } = await client.listResources(cursor === undefined ? {} : { cursor });
    uris.push(...resources.map(({ uri }) => uri));
    cursor = nextCursor;
    if (cursor === undefined) break;
  }
  expect(uris.filter((uri) => uri.startsWith('simse://sessions'))).toHaveLength(301);
  expect(new Set(uris).size).toBe(uris.length);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'simse://sessions/{id}',
    'simse://sessions/{id}/transcript',
    'simse://library/{topic}',
    'simse://library/{topic}/{entry}',
  ]);
  await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

test('the index, a session and its transcript are read as resources, an unknown one is not found', async () => {
  const client = await connect();
  const read = async (uri: string): Promise<unknown> => (await client.readResource({ uri })).contents;

  expect(await read('simse://sessions/bbb/transcript')).toEqual([
    { uri: 'simse://sessions/bbb/transcript', mimeType: 'text/markdown', text: TRANSCRIPT },
  ]);
  expect(await read('simse://sessions/bbb')).toMatchObject([{ text: expect.stringContaining('"turns": 1') }]);
  expect(await read('simse://sessions')).toMatchObject([{ text: expect.stringContaining('"id": "aaa111"') }]);
  for (const uri of [
    'simse://sessions/zzz',
    'simse://sessions/',
    'simse://library/nope',
    'file:///etc/passwd',
  ]) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002, data: { uri } });
  }
});

test('who subscribes to a session by the beginning of its id is told of its changes', async () => {
  const { client, archive } = await connectClient();
  const told: string[] = [];
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void told.push(params.uri),
  );
  const own = ['simse://sessions/bbb', 'simse://sessions/bbb222/transcript', 'simse://sessions/b/transcript'];
  for (const uri of [...own, 'simse://sessions/aaa', 'simse://sessions/bbb2223', 'simse://sessions/'])
    await client.subscribeResource({ uri });
  archive.tell({ id: 'bbb222', kind: 'changed' });
  await client.ping();
  expect(told).toEqual(own);
  await client.subscribeResource({ uri: 'simse://sessions' });
  archive.tell({ id: 'ccc333', kind: 'added' });
  await client.ping();
  expect(told).toEqual([...own, 'simse://sessions']);
});
