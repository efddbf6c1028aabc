import { expect, test } from 'vitest';
import { type Mock, mockBackend, type Scenario } from './start-mock.ts';

const { signal } = new AbortController();
const chunk = (content: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content } });

const agent = (sessionCapabilities: object, on: NonNullable<Scenario['on']>) =>
  mockBackend({
    on: {
      initialize: [{ result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } }],
      ...on,
    },
  });

async function fork(mock: Mock) {
  const backend = await mock.start();
  const wanted = { cwd: mock.folder, additionalDirectories: [], mcpServers: [] };
  return backend.openSession({ ...wanted, resume: 'earlier', fork: true });
}

test('a fork is a session of its own that begins with another', async () => {
  const configOptions = [{ id: 'web', name: 'Web', type: 'boolean', currentValue: true }];
  const mock = await agent(
    { fork: {}, resume: {} },
    {
      'session/fork': [chunk('of the past'), { result: { sessionId: 's1', configOptions } }],
      'session/prompt': [chunk('new'), { result: { stopReason: 'end_turn' } }],
    },
  );
  const session = await fork(mock);
  await session.prompt([], { signal });
  expect(session.id).toBe('s1');
  const [, forked, prompted] = await mock.sent();
  expect(forked).toMatchObject({
    method: 'session/fork',
    params: { sessionId: 'earlier', cwd: mock.folder, mcpServers: [] },
  });
  expect(prompted).toMatchObject({ method: 'session/prompt', params: { sessionId: 's1' } });
  expect(mock.events).toMatchObject([
    { type: 'config_options', options: [{ id: 'web', value: true }] },
    { type: 'message_chunk', content: { text: 'new' } },
  ]);
});

test('an agent that cannot fork is not asked to, and its session is not gone on with', async () => {
  const mock = await agent({ resume: {} }, {});
  await expect(fork(mock)).rejects.toMatchObject({
    code: 'no_session',
    message: 'mock cannot fork a session',
  });
  expect(await mock.sent()).toHaveLength(1);
});

test.each([
  ['does not know the session', { code: -32603, message: 'Internal error' }, 'no_session'],
  ['offers it and has it not', { code: -32601, message: 'Method not found' }, 'no_session'],
  ['wants a login', { code: -32000, message: 'Log in' }, 'auth_required'],
])('an agent that %s is told by its code', async (_case, error, code) => {
  const mock = await agent({ fork: {} }, { 'session/fork': [{ error }] });
  await expect(fork(mock)).rejects.toMatchObject({ code });
});

test('a fork without an id is a mistake of the agent', async () => {
  const mock = await agent({ fork: {} }, { 'session/fork': [{ result: {} }] });
  await expect(fork(mock)).rejects.toMatchObject({ code: 'protocol' });
});

test('the agent is told a title, and says how it keeps it', async () => {
  const mock = await agent({ title: {} }, { 'session/set_title': [{ result: { title: 'Short' } }] });
  const { session } = await mock.open();
  expect(await session.setTitle('Short  ')).toBe('Short');
  expect((await mock.sent()).at(-1)).toMatchObject({
    method: 'session/set_title',
    params: { sessionId: 's1', title: 'Short  ' },
  });
});

test('an agent that takes no titles is told none', async () => {
  const mock = await agent({}, {});
  const { session } = await mock.open();
  expect(await session.setTitle('Mine')).toBe('Mine');
  expect((await mock.sent()).at(-1)).toMatchObject({ method: 'session/new' });
});

test('a title that the agent refuses is told so', async () => {
  const error = { code: -32602, message: 'too long' };
  const mock = await agent({ title: {} }, { 'session/set_title': [{ error }] });
  const { session } = await mock.open();
  await expect(session.setTitle('Mine')).rejects.toMatchObject({ message: 'mock: too long' });
});
