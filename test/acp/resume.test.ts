import { expect, test } from 'vitest';
import type { SimseError } from '../../src/core/errors.ts';
import { type Mock, mockBackend, type Scenario } from './start-mock.ts';

const { signal } = new AbortController();
const chunk = (content: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content } });
const said = (text: string) => ({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });

const RESUMES = { sessionCapabilities: { resume: {} } };
const LOADS = { loadSession: true };

const agent = (agentCapabilities: object, on: NonNullable<Scenario['on']>) =>
  mockBackend({ on: { initialize: [{ result: { protocolVersion: 1, agentCapabilities } }], ...on } });

async function resume(mock: Mock) {
  const backend = await mock.start();
  const options = { cwd: mock.folder, additionalDirectories: [], mcpServers: [], resume: 's1' };
  return backend.openSession(options);
}

test.each([
  ['session/resume', { ...RESUMES, ...LOADS }],
  ['session/load', LOADS],
])('an earlier session goes on by %s', async (method, capabilities) => {
  const prompted = [chunk('again'), { result: { stopReason: 'end_turn' } }];
  const mock = await agent(capabilities, { [method]: [{ result: null }], 'session/prompt': prompted });
  const session = await resume(mock);
  expect(session.id).toBe('s1');
  expect((await mock.sent())[1]).toMatchObject({
    method,
    params: { sessionId: 's1', cwd: mock.folder, mcpServers: [] },
  });
  await session.prompt([], { signal });
  expect(mock.events).toEqual([said('again')]);
});

test('what the agent tells of the past is not shown again; what holds now is', async () => {
  const modes = {
    currentModeId: 'a',
    availableModes: [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ],
  };
  const mock = await agent(LOADS, {
    'session/load': [
      { update: { sessionUpdate: 'user_message_chunk', content: 'hello' } },
      chunk('hi'),
      { update: { sessionUpdate: 'tool_call', toolCallId: 't', kind: 'edit', status: 'in_progress' } },
      { update: { sessionUpdate: 'plan', entries: [{ content: 'old' }] } },
      { update: { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'plan' }] } },
      { result: { modes } },
      chunk('a straggler of the past'),
    ],
    'session/prompt': [{ result: {} }],
  });
  await resume(mock);
  const [commands, options] = mock.events;
  expect(mock.events).toHaveLength(2);
  expect(commands).toMatchObject({ type: 'commands', commands: [{ name: 'plan' }] });
  expect(options).toMatchObject({ type: 'config_options', options: [{ id: 'mode', value: 'a' }] });
});

test('settings that were told while the session was loaded stay when the answer has none', async () => {
  const configOptions = [{ id: 'web', name: 'Web', type: 'boolean', currentValue: true }];
  const mock = await agent(LOADS, {
    'session/load': [
      { update: { sessionUpdate: 'config_option_update', configOptions } },
      { result: { configOptions: null } },
    ],
  });
  await resume(mock);
  expect(mock.events).toMatchObject([{ type: 'config_options', options: [{ id: 'web', value: true }] }]);
});

test('a long past may take longer than the limit, as long as the agent is not silent', async () => {
  const mock = await agent(LOADS, {
    'session/load': [{ repeat: 8, steps: [{ pause: 350 }, chunk('x')] }, { result: {} }],
  });
  const backend = await mock.start();
  mock.config.timeoutMs = 2500;
  const options = { cwd: mock.folder, additionalDirectories: [], mcpServers: [], resume: 's1' };
  expect((await backend.openSession(options)).id).toBe('s1');
});

test.each([
  [-32002, 'Resource not found', { uri: 's1' }],
  [-32001, 'No such thing', undefined],
  [-32602, 'session not found', undefined],
  [-32603, 'Internal error', { details: 'Invalid session identifier' }],
  [-32603, 'Internal error', undefined],
])(
  'an agent that does not know the session, and says %i %s, is told from a broken one',
  async (code, message, data) => {
    const mock = await agent(RESUMES, { 'session/resume': [{ error: { code, message, data } }] });
    await expect(resume(mock)).rejects.toMatchObject({
      code: 'no_session',
      message: expect.stringContaining(message),
    });
  },
);

test('an agent that offers to resume but cannot is asked to load', async () => {
  const mock = await agent(
    { ...RESUMES, ...LOADS },
    {
      'session/resume': [{ error: { code: -32601, message: 'Method not found' } }],
      'session/load': [{ result: {} }],
    },
  );
  expect((await resume(mock)).id).toBe('s1');
});

test('an agent that can neither resume nor load says so without being asked', async () => {
  const mock = await agent({}, {});
  const error = await resume(mock).catch((thrown: unknown) => thrown as SimseError);
  expect(error).toMatchObject({ code: 'no_session', message: 'mock cannot resume an earlier session' });
  expect(await mock.sent()).toHaveLength(1);
});

test('a login that is missing when a session is resumed is a missing login', async () => {
  const mock = await agent(RESUMES, { 'session/resume': [{ error: { code: -32000, message: 'Log in' } }] });
  await expect(resume(mock)).rejects.toMatchObject({ code: 'auth_required' });
});

test('a session that the agent has lost in the meantime ends the turn as such', async () => {
  const lost = [{ error: { code: -32602, message: 'Session s1 not found' } }];
  const mock = await agent({}, { 'session/prompt': lost });
  const { session } = await mock.open();
  expect(await session.prompt([], { signal })).toMatchObject({
    stopReason: 'error',
    error: { code: 'no_session', message: 'mock: Session s1 not found' },
  });
});
