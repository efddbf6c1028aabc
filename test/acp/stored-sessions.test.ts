import { expect, test } from 'vitest';
import { mockBackend, type Scenario } from './start-mock.ts';

const agent = (sessionCapabilities: object, on: NonNullable<Scenario['on']>) =>
  mockBackend({
    on: {
      initialize: [{ result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } }],
      ...on,
    },
  });
const page = (sessions: unknown, nextCursor?: string | null) => [{ result: { sessions, nextCursor } }];

test('the agent’s sessions of every page are listed', async () => {
  const mock = await agent(
    { list: {} },
    {
      'session/list': page(
        [{ sessionId: 'a', cwd: '/x', title: 'One', updatedAt: '2026-01-02T03:04:05Z' }],
        'next',
      ),
      'session/list#2': page([{ sessionId: 7, cwd: '/y', title: null, updatedAt: 'yesterday' }, {}, 3], null),
    },
  );
  const backend = await mock.start();
  expect(backend.capabilities).toMatchObject({ listSessions: true, deleteSession: false });
  expect(await backend.listSessions('/x')).toEqual([
    { id: 'a', cwd: '/x', title: 'One', updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5) },
    { id: '7', cwd: '/y' },
  ]);
  expect((await mock.sent()).slice(1).map(({ params }) => params)).toEqual([
    { cwd: '/x' },
    { cwd: '/x', cursor: 'next' },
  ]);
});

test('an agent that names the same next page again and again is asked for it once', async () => {
  const mock = await agent({ list: {} }, { 'session/list': page([{ sessionId: 'a', cwd: '/x' }], 'same') });
  const backend = await mock.start();
  expect(await backend.listSessions(null)).toEqual([{ id: 'a', cwd: '/x' }]);
  expect((await mock.sent()).slice(1).map(({ params }) => params)).toEqual([{}, { cursor: 'same' }]);
});

test('a session is deleted', async () => {
  const mock = await agent({ delete: {} }, { 'session/delete': [{ result: null }] });
  await (await mock.start()).deleteSession('a');
  expect((await mock.sent())[1]).toMatchObject({ method: 'session/delete', params: { sessionId: 'a' } });
});

test('a session is archived', async () => {
  const mock = await agent({ archive: {} }, { 'session/archive': [{ result: {} }] });
  const backend = await mock.start();
  expect(backend.capabilities).toMatchObject({ archiveSession: true, deleteSession: false });
  await backend.archiveSession('a');
  expect((await mock.sent())[1]).toMatchObject({ method: 'session/archive', params: { sessionId: 'a' } });
});

test('a session that the agent does not have cannot be archived, and is as good as deleted', async () => {
  const unknown = [{ error: { code: -32002, message: 'Resource not found: a' } }];
  const offered = { archive: {}, delete: {} };
  const mock = await agent(offered, { 'session/archive': unknown, 'session/delete': unknown });
  const backend = await mock.start();
  await expect(backend.archiveSession('a')).rejects.toMatchObject({ code: 'no_session' });
  await backend.deleteSession('a');
});

test('an agent that keeps no sessions is not asked about them', async () => {
  const mock = await agent({}, {});
  const backend = await mock.start();
  await expect(backend.listSessions(null)).rejects.toMatchObject({
    message: 'mock does not list its sessions',
  });
  await expect(backend.deleteSession('a')).rejects.toMatchObject({
    message: 'mock does not delete sessions',
  });
  await expect(backend.archiveSession('a')).rejects.toMatchObject({
    message: 'mock does not archive sessions',
  });
  expect(await mock.sent()).toHaveLength(1);
});

test('a closed session is freed on the agent, and what comes for it later is logged', async () => {
  const late = { update: { sessionUpdate: 'session_info_update', title: 'late' } };
  const mock = await agent({ close: {} }, { 'session/close': [{ result: {} }, late] });
  const { session } = await mock.open();
  await session.close();
  expect((await mock.sent()).at(-1)).toMatchObject({ method: 'session/close', params: { sessionId: 's1' } });
  await expect.poll(() => mock.logged.join('\n')).toContain('an update for an unknown session');
  expect(mock.events).toEqual([]);
});

test.each([
  ['refuses', [{ error: { code: -32601, message: 'Method not found' } }]],
  ['never answers', []],
])('closing is done even when the agent %s', async (_case, steps) => {
  const mock = await agent({ close: {} }, { 'session/close': steps });
  const { session } = await mock.open();
  await session.close();
  expect(mock.logged.join('\n')).toContain('session/close: ');
});

test('closing ends the commands that simse runs for the session, and asks an agent that cannot close nothing', async () => {
  const run = { method: 'terminal/create', params: { sessionId: 's1', command: 'sleep 1000' } };
  const mock = await agent({}, { 'session/prompt': [{ call: run }, { result: {} }] });
  const { session } = await mock.open();
  await session.prompt([], { signal: new AbortController().signal });
  await session.close();
  await expect.poll(() => mock.events).toContainEqual(expect.objectContaining({ type: 'terminal_exited' }));
  expect((await mock.sent()).map(({ method }) => method)).not.toContain('session/close');
});
