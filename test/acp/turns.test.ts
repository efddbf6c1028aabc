import { expect, test } from 'vitest';
import { isAlive } from '../platform/is-alive.ts';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend } from './start-mock.ts';

const { signal } = new AbortController();
const go = [{ type: 'text' as const, text: 'go' }];
const chunk = (content: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content } });
const said = (text: string) => ({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });

test('a prompt is answered', async () => {
  const mock = await mockBackend({
    on: { 'session/prompt': [chunk('Hi '), chunk('there'), { result: { stopReason: 'end_turn' } }] },
  });
  const { backend, session } = await mock.open();
  expect(backend.agent).toEqual({ name: 'mock', version: '1.0.0' });
  expect(await session.prompt(go, { signal })).toEqual({ stopReason: 'end_turn' });
  expect(mock.events).toEqual([
    { type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'Hi there' } },
  ]);
});

test('a cancelled turn is cancelled, whatever the agent calls it', async () => {
  const mock = await mockBackend({
    on: {
      'session/prompt': [{ wait: 'session/cancel' }, chunk('bye'), { result: { stopReason: 'end_turn' } }],
    },
  });
  const { session } = await mock.open();
  const cancel = new AbortController();
  const result = session.prompt(go, { signal: cancel.signal });
  await expect.poll(async () => (await mock.sent()).length).toBe(3);
  cancel.abort();
  expect(await result).toEqual({ stopReason: 'cancelled' });
  expect((await mock.sent()).at(-1)).toEqual({
    jsonrpc: '2.0',
    method: 'session/cancel',
    params: { sessionId: 's1' },
  });
  expect(mock.events).toEqual([said('bye')]);
});

test('a turn that is cancelled before it starts is not started', async () => {
  const mock = await mockBackend({});
  const { session } = await mock.open();
  expect(await session.prompt(go, { signal: AbortSignal.abort() })).toEqual({ stopReason: 'cancelled' });
  expect(await mock.sent()).toHaveLength(2);
});

test('an agent that ignores cancel, the end of its input and SIGTERM is ended, with what it had simse run', async () => {
  const run = { method: 'terminal/create', params: { sessionId: 's1', command: 'echo $$; exec sleep 1000' } };
  const mock = await mockBackend({ on: { 'session/prompt': [{ deaf: true }, { call: run }] } });
  const { backend, session } = await mock.open();
  const cancel = new AbortController();
  const result = session.prompt(go, { signal: cancel.signal });
  await expect.poll(() => mock.events).toContainEqual(expect.objectContaining({ type: 'terminal_output' }));
  const pid = Number(
    mock.events.flatMap((event) => (event.type === 'terminal_output' ? [event.text] : [])).join(''),
  );
  expect(isAlive(pid)).toBe(true);
  cancel.abort();
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await result).toEqual({ stopReason: 'cancelled' });
  expect((await backend.exited).reason).toBe('was ended by SIGKILL');
});

test('nothing is written or run for a turn that was cancelled', async () => {
  const write = { method: 'fs/write_text_file', params: { sessionId: 's1', path: '$cwd/a', content: 'x' } };
  const run = { method: 'terminal/create', params: { sessionId: 's1', command: 'touch b' } };
  const gate = createFakeGate();
  const mock = await mockBackend(
    {
      on: { 'session/prompt': [{ wait: 'session/cancel' }, { call: write }, { call: run }, { result: {} }] },
    },
    { gate },
  );
  const { session } = await mock.open();
  const cancel = new AbortController();
  const result = session.prompt(go, { signal: cancel.signal });
  cancel.abort();
  expect(await result).toEqual({ stopReason: 'cancelled' });
  expect(gate.asked).toEqual([]);
  expect((await mock.sent()).filter((line) => 'error' in line)).toHaveLength(2);
});

test('an agent that is silent for too long is cancelled', async () => {
  const mock = await mockBackend({
    on: {
      'session/prompt': [chunk('hm'), { wait: 'session/cancel' }, { result: { stopReason: 'cancelled' } }],
    },
  });
  const { session } = await mock.open();
  mock.config.timeoutMs = 500;
  expect(await session.prompt(go, { signal })).toEqual({
    stopReason: 'error',
    error: {
      code: 'timeout',
      message: 'mock was silent for 500 ms',
      hint: 'Raise timeoutMs of mock in acp.json to wait longer.',
    },
  });
});

test('an agent that says something now and then may take its time', async () => {
  const end = { result: { stopReason: 'end_turn' } };
  const mock = await mockBackend({
    on: { 'session/prompt': [{ repeat: 12, steps: [{ pause: 300 }, chunk('.')] }, end] },
  });
  const { session } = await mock.open();
  mock.config.timeoutMs = 3000;
  expect(await session.prompt(go, { signal })).toEqual({ stopReason: 'end_turn' });
});

test('a tool that runs may be silent', async () => {
  const tool = (status: string) => ({ update: { sessionUpdate: 'tool_call', toolCallId: 't', status } });
  const mock = await mockBackend({
    on: { 'session/prompt': [tool('in_progress'), { pause: 3500 }, tool('completed'), { result: {} }] },
  });
  const { session } = await mock.open();
  mock.config.timeoutMs = 2500;
  expect(await session.prompt(go, { signal })).toEqual({ stopReason: 'end_turn' });
});

test('twenty thousand chunks come in order', async () => {
  const mock = await mockBackend({
    on: {
      'session/prompt': [{ repeat: 20_000, steps: [chunk('$n ')] }, { result: { stopReason: 'end_turn' } }],
    },
  });
  const { session } = await mock.open();
  await session.prompt(go, { signal });
  const text = mock.events.flatMap((event) =>
    event.type === 'message_chunk' && event.content.type === 'text' ? [event.content.text] : [],
  );
  expect(text.join('')).toBe(Array.from({ length: 20_000 }, (_, index) => `${index} `).join(''));
});

test.each([
  ['as it should', { inputTokens: 12, outputTokens: 3, totalTokens: 15 }, { input: 12, output: 3 }],
  [
    'with a cache',
    { inputTokens: 1, outputTokens: 3, cachedReadTokens: 9 },
    { input: 1, output: 3, cached: 9 },
  ],
  [
    'with the cache in the input',
    { inputTokens: 10, outputTokens: 3, cachedReadTokens: 9, totalTokens: 13 },
    { input: 1, output: 3, cached: 9 },
  ],
  [
    'with what went into a cache',
    { inputTokens: 1, outputTokens: 3, cachedReadTokens: 9, cachedWriteTokens: 20, totalTokens: 33 },
    { input: 21, output: 3, cached: 9 },
  ],
  [
    'with thoughts beside the output',
    { inputTokens: 1, outputTokens: 3, thoughtTokens: 5, totalTokens: 9 },
    { input: 1, output: 8 },
  ],
  [
    'with thoughts in the output',
    { inputTokens: 1, outputTokens: 7, thoughtTokens: 5, totalTokens: 8 },
    { input: 1, output: 7 },
  ],
  ['nothing of a turn that was cut short', { inputTokens: 0, outputTokens: 0 }, undefined],
  ['in words', { inputTokens: 'many', outputTokens: 3 }, undefined],
  ['less than nothing', { inputTokens: -1, outputTokens: 3 }, undefined],
  ['no tokens', null, undefined],
])('an agent that tells what its turn took: %s', async (_name, usage, tokens) => {
  const mock = await mockBackend({
    on: { 'session/prompt': [{ result: { stopReason: 'end_turn', usage } }] },
  });
  const { session } = await mock.open();
  expect((await session.prompt([], { signal })).tokens).toEqual(tokens);
});

test('an agent that tells what its turn took as a quota', async () => {
  const _meta = { quota: { token_count: { input_tokens: 522, output_tokens: 148 } } };
  const mock = await mockBackend({
    on: { 'session/prompt': [{ result: { stopReason: 'end_turn', _meta } }] },
  });
  const { session } = await mock.open();
  expect((await session.prompt([], { signal })).tokens).toEqual({ input: 522, output: 148 });
});
