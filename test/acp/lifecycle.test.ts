import { expect, test } from 'vitest';
import { mockBackend } from './start-mock.ts';

const { signal } = new AbortController();
const go = [{ type: 'text' as const, text: 'go' }];
const chunk = (content: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content } });
const said = (text: string) => ({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });

test('a command that does not exist is named, with where to correct it', async () => {
  const mock = await mockBackend({}, { config: { command: 'no-such-agent', args: [] } });
  await expect(mock.start()).rejects.toMatchObject({
    code: 'not_found',
    message: 'mock cannot start: there is no program no-such-agent',
    hint: 'Install it, or correct the entry mock in acp.json.',
  });
});

test('an agent that exits at once says why', async () => {
  const mock = await mockBackend({ start: [{ stderr: 'no licence found\n' }, { exit: 3 }] });
  await expect(mock.start()).rejects.toMatchObject({
    code: 'backend_failed',
    message: 'mock exited with code 3',
    hint: expect.stringContaining('no licence found'),
  });
});

test('of an agent that crashes what it threw is told, without its stack', async () => {
  const frames = Array.from({ length: 9 }, (_, at) => `    at f${at} (file:///agent.js:${at}:1)`).join('\n');
  const crash = `agent.js:1\n\nTypeError: no model\n${frames}\n\nNode.js v20.20.2\n`;
  const mock = await mockBackend({ start: [{ stderr: crash }, { exit: 1 }] });
  await expect(mock.start()).rejects.toMatchObject({
    hint: 'Last output: agent.js:1\nTypeError: no model',
  });
});

test('an agent that never answers initialize is given up, with what it wrote instead', async () => {
  const mock = await mockBackend(
    { start: [{ write: 'Usage: agent [options]\n' }], on: { initialize: [] } },
    { config: { timeoutMs: 3000 } },
  );
  await expect(mock.start()).rejects.toMatchObject({
    code: 'timeout',
    message: 'mock did not answer initialize within 3 s',
    hint: 'It printed: Usage: agent [options]',
  });
});

test('an agent that never opens a session is given up', async () => {
  const mock = await mockBackend({ on: { 'session/new': [] } });
  const backend = await mock.start();
  mock.config.timeoutMs = 400;
  const opened = backend.openSession({ cwd: mock.folder, additionalDirectories: [], mcpServers: [] });
  await expect(opened).rejects.toMatchObject({
    code: 'timeout',
    message: 'mock did not open a session within 400 ms',
  });
  const withdrawal = { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 2 } };
  await expect.poll(mock.sent).toContainEqual(withdrawal);
});

test('an agent of another protocol version is not used', async () => {
  const mock = await mockBackend({ on: { initialize: [{ result: { protocolVersion: 2 } }] } });
  await expect(mock.start()).rejects.toMatchObject({
    code: 'protocol',
    message: 'mock speaks version 2 of ACP, simse version 1',
  });
});

test('starting can be broken off', async () => {
  const abort = new AbortController();
  const mock = await mockBackend({ on: { initialize: [] } }, { signal: abort.signal });
  const started = mock.start();
  await expect.poll(async () => (await mock.sent()).length).toBe(1);
  abort.abort();
  await expect(started).rejects.toMatchObject({ code: 'cancelled' });
});

test.each([
  [
    'session/new',
    { on: { 'session/new': [{ error: { code: -32000, message: 'Authentication required' } }] } },
  ],
])('a missing login at %s says how to log in', async (_method, { on }) => {
  const authMethods = [{ id: 'oauth', name: 'Log in with Example' }, { id: 'key' }];
  const initialize = [{ result: { protocolVersion: 1, authMethods } }];
  const mock = await mockBackend({ on: { ...on, initialize } });
  await expect(mock.open()).rejects.toMatchObject({
    code: 'auth_required',
    message: 'mock needs a login: Authentication required',
    hint: expect.stringContaining('It offers: Log in with Example, key.'),
  });
});

test('a missing login in a turn ends it as such', async () => {
  const mock = await mockBackend({
    on: { 'session/prompt': [{ error: { code: -32000, message: 'Authentication required' } }] },
  });
  const { session } = await mock.open();
  expect(await session.prompt(go, { signal })).toMatchObject({
    stopReason: 'error',
    error: { code: 'auth_required' },
  });
});

test('a crash in a turn shows the exit code and the last words', async () => {
  const mock = await mockBackend({
    on: { 'session/prompt': [chunk('one moment'), { stderr: 'segfault\n' }, { exit: 139 }] },
  });
  const { backend, session } = await mock.open();
  await expect(session.prompt(go, { signal })).rejects.toMatchObject({
    code: 'backend_failed',
    message: 'mock exited with code 139',
    hint: expect.stringContaining('segfault'),
  });
  expect(await backend.exited).toEqual({ reason: 'exited with code 139', stderr: 'segfault\n' });
  expect(mock.events).toEqual([said('one moment')]);
  await expect(session.prompt(go, { signal })).rejects.toMatchObject({ code: 'backend_failed' });
});

test('an incomplete line before a crash is logged', async () => {
  const mock = await mockBackend({
    on: { 'session/prompt': [{ write: '{"jsonrpc":"2.0","id":' }, { exit: 1 }] },
  });
  const { session } = await mock.open();
  await expect(session.prompt(go, { signal })).rejects.toMatchObject({ code: 'backend_failed' });
  expect(mock.logged).toContain('an incomplete line: {"jsonrpc":"2.0","id":');
});

test('an answer given just before the end counts', async () => {
  const mock = await mockBackend({
    on: { 'session/prompt': [chunk('done'), { result: { stopReason: 'end_turn' } }, { exit: 0 }] },
  });
  const { session } = await mock.open();
  expect(await session.prompt(go, { signal })).toEqual({ stopReason: 'end_turn' });
  expect(mock.events).toEqual([said('done')]);
});

test('updates before the session is open are kept, after the end of a turn they still come', async () => {
  const mock = await mockBackend({
    on: {
      'session/new': [chunk('early, '), { result: { sessionId: 's1' } }, chunk('opened, ')],
      'session/prompt': [{ result: { stopReason: 'end_turn' } }, chunk('late')],
    },
  });
  const { session } = await mock.open();
  await session.prompt(go, { signal });
  expect(mock.events).toEqual([said('early, opened, late')]);
});

test('stopping is quick for an agent that ends with its input, and can be done twice', async () => {
  const mock = await mockBackend({});
  const { backend } = await mock.open();
  await Promise.all([backend[Symbol.asyncDispose](), backend[Symbol.asyncDispose]()]);
  expect(await backend.exited).toEqual({ reason: 'exited with code 0', stderr: '' });
});
