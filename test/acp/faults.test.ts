import { expect, test } from 'vitest';
import { isAlive } from '../platform/is-alive.ts';
import { createFakeElicit } from './fake-elicit.ts';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend } from './start-mock.ts';

const { signal } = new AbortController();
const end = { result: { stopReason: 'end_turn' } };
const chunk = (content: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content } });

test.each([
  ['refuses the version', -32022, 'protocol'],
  ['refuses to start', -32603, 'backend_failed'],
])('an agent that %s says why', async (_case, code, expected) => {
  const mock = await mockBackend({ on: { initialize: [{ error: { code, message: 'no such luck' } }] } });
  await expect(mock.start()).rejects.toMatchObject({ code: expected, message: 'mock: no such luck' });
});

test('an agent that dies while it opens a session says why', async () => {
  const mock = await mockBackend({ on: { 'session/new': [{ stderr: 'disk full\n' }, { exit: 7 }] } });
  await expect(mock.open()).rejects.toMatchObject({
    code: 'backend_failed',
    message: 'mock exited with code 7',
    hint: expect.stringContaining('disk full'),
  });
});

test('an agent that is killed says by what', async () => {
  const mock = await mockBackend({ on: { 'session/prompt': [{ signal: 'SIGKILL' }] } });
  const { session } = await mock.open();
  await expect(session.prompt([], { signal })).rejects.toMatchObject({
    message: 'mock was ended by SIGKILL',
  });
});

test('the questions of an agent that dies are closed', async () => {
  const gate = createFakeGate({ answer: () => null });
  const elicit = createFakeElicit(() => null);
  const permission = {
    method: 'session/request_permission',
    params: { sessionId: 's1', toolCall: {}, options: [] },
  };
  const form = { method: 'elicitation/create', params: { sessionId: 's1', mode: 'form', message: 'x' } };
  const steps = [{ ask: permission }, { ask: form }, { pause: 200 }, { exit: 1 }];
  const mock = await mockBackend({ on: { 'session/prompt': steps } }, { gate, elicit });
  const { session } = await mock.open();
  await expect(session.prompt([], { signal })).rejects.toMatchObject({ code: 'backend_failed' });
  await expect.poll(() => gate.asked[0]?.context.signal?.aborted).toBe(true);
  await expect.poll(() => elicit.asked[0]?.context.signal?.aborted).toBe(true);
});

test('an agent that dies while its turn is cancelled has cancelled it', async () => {
  const mock = await mockBackend({ on: { 'session/prompt': [{ wait: 'session/cancel' }, { exit: 1 }] } });
  const { session } = await mock.open();
  const cancel = new AbortController();
  const result = session.prompt([], { signal: cancel.signal });
  cancel.abort();
  expect(await result).toEqual({ stopReason: 'cancelled' });
});

test('an agent that closes its output but lives on is ended at once', async () => {
  const mock = await mockBackend({ on: { 'session/prompt': [chunk('hm'), { mute: true }, { deaf: true }] } });
  const { backend, session } = await mock.open();
  await expect(session.prompt([], { signal })).rejects.toMatchObject({ code: 'backend_failed' });
  expect((await backend.exited).reason).toBe('was ended by SIGKILL');
});

test('what an agent leaves running is ended with it, and holds nothing up', async () => {
  const mock = await mockBackend({ on: { 'session/prompt': [{ orphan: true }, { exit: 4 }] } });
  const { backend, session } = await mock.open();
  await expect(session.prompt([], { signal })).rejects.toMatchObject({ message: 'mock exited with code 4' });
  const pid = Number((await backend.exited).stderr.trim());
  expect(pid).toBeGreaterThan(0);
  await backend[Symbol.asyncDispose]();
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('a flood on stderr neither fills the screen nor stops the turn', async () => {
  const flood = { repeat: 200, steps: [{ stderr: 'x'.repeat(10_000) }] };
  const mock = await mockBackend({
    on: { 'session/prompt': [flood, { stderr: 'the end' }, chunk('hi'), end] },
  });
  const { backend, session } = await mock.open();
  expect(await session.prompt([], { signal })).toEqual({ stopReason: 'end_turn' });
  expect(mock.events).toHaveLength(1);
  await backend[Symbol.asyncDispose]();
  const { stderr } = await backend.exited;
  expect(stderr.length).toBeLessThanOrEqual(8192);
  expect(stderr.endsWith('the end')).toBe(true);
});

test('a prompt that is answered twice ends once', async () => {
  const again = { send: { jsonrpc: '2.0', id: '$id', result: { stopReason: 'refusal' } } };
  const mock = await mockBackend({ on: { 'session/prompt': [end, again] } });
  const { session } = await mock.open();
  expect(await session.prompt([], { signal })).toEqual({ stopReason: 'end_turn' });
  expect(mock.logged.join('\n')).toContain('a response to an unknown request');
});

test('a turn that ended as it should, but did not do what was asked, is a failed one', async () => {
  const failed = { result: { stopReason: 'end_turn', _meta: { 'simse/failure': '2 of 3 steps failed' } } };
  const mock = await mockBackend({ on: { 'session/prompt': [failed] } });
  const { session } = await mock.open();
  expect(await session.prompt([], { signal })).toEqual({
    stopReason: 'end_turn',
    error: { code: 'tool_failed', message: '2 of 3 steps failed' },
  });
});
