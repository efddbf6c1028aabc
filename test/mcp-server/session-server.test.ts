import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { expect, onTestFinished, test } from 'vitest';
import { createSimseServer } from '../../src/mcp-server/create-simse-server.ts';
import { recordedSessions } from './recorded-sessions.ts';

async function connect(count?: number): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = createSimseServer({ version: '1.2.3', sessions: recordedSessions(count) });
  await server.connect(serverSide);
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(clientSide);
  onTestFinished(() => client.close());
  return client;
}

test('a client learns who simse is, and may ping it and set the log level', async () => {
  const client = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: 'simse', version: '1.2.3' });
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, logging: {} });
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

const TRANSCRIPT = `## Prompt

Why does checkout fail?

- Read src/checkout.ts (completed)

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
  ['session_burn', {}, 'there is no tool session_burn'],
])('%s with %j tells the model what is wrong', async (name, args, text) => {
  const client = await connect();
  expect(await client.callTool({ name, arguments: args })).toMatchObject({
    content: [{ text: expect.stringContaining(text) }],
    isError: true,
  });
});

test('sessions are resources: an index, one each in pages, and a template', async () => {
  const client = await connect(250);

  const first = await client.listResources();
  expect(first.resources).toHaveLength(101);
  expect(first.resources[0]).toMatchObject({ uri: 'simse://sessions', mimeType: 'application/json' });
  const second = await client.listResources({ cursor: first.nextCursor });
  const third = await client.listResources({ cursor: second.nextCursor });
  expect([second.resources.length, third.resources.length, third.nextCursor]).toEqual([100, 50, undefined]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([{ uriTemplate: 'simse://sessions/{id}' }]);
  await expect(client.listResources({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 });
});

test('a session and the index are read as resources, an unknown one is not found', async () => {
  const client = await connect();

  const session = await client.readResource({ uri: 'simse://sessions/bbb' });
  expect(session.contents).toEqual([
    { uri: 'simse://sessions/bbb', mimeType: 'text/markdown', text: TRANSCRIPT },
  ]);
  const index = await client.readResource({ uri: 'simse://sessions' });
  expect(index.contents).toMatchObject([{ text: expect.stringContaining('"id": "aaa111"') }]);
  for (const uri of ['simse://sessions/zzz', 'simse://sessions/', 'file:///etc/passwd']) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002, data: { uri } });
  }
});
