import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { setUpGate } from '../session/set-up-gate.ts';
import { textResult } from './fake-catalogue.ts';
import { createFakeGate } from './fake-gate.ts';
import { type Mock, mockBackend } from './start-mock.ts';

const AGENT = 'simse-dialect-agent.mjs';
const { signal } = new AbortController();
const tools = {
  'filesystem/read_file': ({ path }: { path?: unknown }) => textResult(`text of ${String(path)}`),
};

async function prompt(mock: Mock, text: string) {
  const { session } = await mock.open();
  const result = await session.prompt([{ type: 'text', text }], { signal });
  return { result, answer: answerOf(mock.events) };
}

function answerOf(events: readonly SessionEvent[]): string {
  return events
    .flatMap((event) =>
      event.type === 'message_chunk' && event.content.type === 'text' ? [event.content.text] : [],
    )
    .join('');
}

async function sentUpdates(mock: Mock): Promise<unknown[]> {
  return (await mock.sent()).filter(({ method }) => method === 'session/update').map(({ params }) => params);
}

test('an agent without a protocol version is spoken to in the simse dialect', async () => {
  const mock = await mockBackend(AGENT, { config: { timeoutMs: 4321, defaultAgent: 'fast' } });
  const { backend, session } = await mock.open();
  await session.prompt([{ type: 'text', text: 'say hello' }], { signal });
  expect(backend.agent).toEqual({ name: 'simse-agent', version: '2.1.0' });
  const calls = (await mock.sent()).slice(1).map(({ method, params }) => ({ method, params }));
  expect(calls).toEqual([
    { method: 'session/new', params: { cwd: mock.folder, mcpServers: [], agent: 'fast' } },
    {
      method: 'session/prompt',
      params: { sessionId: 'simse-session', prompt: 'say hello', timeoutMs: 4321 },
    },
  ]);
});

test('an answer that was streamed is not said twice', async () => {
  const mock = await mockBackend(AGENT);
  expect(await prompt(mock, 'say hello')).toEqual({ result: { stopReason: 'end_turn' }, answer: 'hello' });
});

test('an answer that was not streamed is said', async () => {
  const mock = await mockBackend(AGENT);
  expect((await prompt(mock, 'whole hello')).answer).toBe('hello');
});

test.each(['allow_once', 'allow_always', 'reject_once', 'reject_always'])(
  'the decision %s reaches the backend, asked by a request and by a notification',
  async (decision) => {
    const gate = createFakeGate({ answer: () => decision });
    const mock = await mockBackend(AGENT, { gate });
    const { session } = await mock.open();
    await session.prompt([{ type: 'text', text: 'ask deploy' }], { signal });
    await session.prompt([{ type: 'text', text: 'askquietly deploy' }], { signal });
    expect(answerOf(mock.events)).toBe(decision + decision);
    expect(gate.asked.map(({ request }) => request)).toMatchObject([
      { kind: 'claim', title: 'Use deploy', toolName: 'deploy' },
      { kind: 'claim', title: 'Use deploy', toolName: 'deploy' },
    ]);
    const sent = await mock.sent();
    expect(sent).toContainEqual({
      jsonrpc: '2.0',
      id: 'permission-1',
      result: { permissionId: 'permission-1', decision },
    });
    expect(sent).toContainEqual({
      jsonrpc: '2.0',
      method: 'session/permission_response',
      params: { sessionId: 'simse-session', permissionId: 'permission-2', decision },
    });
  },
);

test('a tool is run by simse, behind the gate, and reported to the backend and on the screen', async () => {
  const mock = await mockBackend(AGENT, { tools });
  expect((await prompt(mock, 'read notes.txt')).answer).toBe('text of notes.txt');
  expect(mock.gate.asked[0]).toMatchObject({
    request: { kind: 'tool', tool: 'filesystem/read_file', args: { path: 'notes.txt' } },
    context: { askedBy: 'mock', toolCallId: 'call-1' },
  });
  const common = { sessionId: 'simse-session', sessionUpdate: 'tool_call_update', toolCallId: 'call-1' };
  expect(await sentUpdates(mock)).toEqual([
    { ...common, status: 'in_progress' },
    { ...common, status: 'completed', result: { content: [{ type: 'text', text: 'text of notes.txt' }] } },
  ]);
  const calls = mock.events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
  expect(calls).toEqual([
    {
      id: 'call-1',
      title: 'filesystem/read_file',
      name: 'filesystem/read_file',
      input: { path: 'notes.txt' },
    },
    { id: 'call-1', status: 'in_progress' },
    {
      id: 'call-1',
      status: 'completed',
      content: [{ type: 'content', block: { type: 'text', text: 'text of notes.txt' } }],
    },
  ]);
});

test.each([
  [
    'a tool that is denied',
    'read x',
    { gate: createFakeGate({ authorize: () => false }), tools },
    'denied: the test denies it',
  ],
  ['a tool that does not exist', 'call no/tool {}', {}, 'there is no tool no/tool'],
  [
    'a tool that fails',
    'read x',
    { tools: { 'filesystem/read_file': () => textResult('disk on fire', true) } },
    'disk on fire',
  ],
  [
    'a tool whose server is gone',
    'read x',
    {
      tools: {
        'filesystem/read_file': () => {
          throw new Error('the server has gone');
        },
      },
    },
    'the server has gone',
  ],
])('%s is reported as an error', async (_case, text, options, error) => {
  const mock = await mockBackend(AGENT, options);
  expect((await prompt(mock, text)).answer).toBe(error);
  expect((await sentUpdates(mock)).at(-1)).toMatchObject({ status: 'completed', error });
  expect(mock.events.findLast((event) => event.type === 'tool_call')).toMatchObject({
    call: { status: 'failed' },
  });
});

test('a turn that ends with tool_use goes on with the results', async () => {
  const mock = await mockBackend(AGENT, { tools });
  const { result, answer } = await prompt(mock, 'use notes.txt');
  expect(result).toEqual({ stopReason: 'end_turn' });
  const outcome = {
    toolCallId: 'call-1',
    toolName: 'filesystem/read_file',
    result: { content: [{ type: 'text', text: 'text of notes.txt' }] },
  };
  expect(answer).toBe(`Tool results:\n${JSON.stringify([outcome])}`);
});

test('a backend that always wants more tools is stopped at the limit', async () => {
  const mock = await mockBackend(AGENT, { tools, maxTurns: 2 });
  const { result } = await prompt(mock, 'useforever');
  expect(result).toMatchObject({ stopReason: 'max_turn_requests', error: { code: 'limit' } });
  expect((await mock.sent()).filter(({ method }) => method === 'session/prompt')).toHaveLength(3);
});

test('what the backend asked and was allowed is not asked again by the gate', async () => {
  const gate = createFakeGate({ answer: () => 'allow_once' });
  const mock = await mockBackend(AGENT, { tools, gate });
  await prompt(mock, 'askcall filesystem/read_file {"path":"a"}');
  expect(gate.asked.map(({ request, context }) => [request.kind, context.alreadyAllowed])).toEqual([
    ['tool', undefined],
    ['tool', true],
  ]);
});

test('a tool allowed for the session is not asked about again, one rejected for it is not run', async () => {
  const decisions = ['allow_always', 'reject_always'];
  const gate = createFakeGate({ answer: () => decisions.shift() ?? null });
  const mock = await mockBackend(AGENT, { tools, gate });
  const { session } = await mock.open();
  for (const text of ['ask filesystem/read_file', 'read a', 'ask filesystem/read_file', 'read b']) {
    await session.prompt([{ type: 'text', text }], { signal });
  }
  expect(gate.asked.filter(({ options }) => options === undefined)).toMatchObject([
    { request: { args: { path: 'a' } }, context: { alreadyAllowed: true } },
  ]);
  expect(answerOf(mock.events)).toMatch(/text of a.*denied: you rejected this tool for this session$/);
});

test('a tool that was allowed for the session is to be allowed anew once it has changed', async () => {
  const gate = createFakeGate({ answer: () => 'allow_always' });
  const changedTools = new Set<string>();
  const mock = await mockBackend(AGENT, { tools, gate, changedTools });
  const { session } = await mock.open();
  const prompts = async (...texts: string[]) => {
    for (const text of texts) await session.prompt([{ type: 'text', text }], { signal });
  };
  await prompts('ask filesystem/read_file', 'read a');
  changedTools.add('filesystem/read_file');
  await prompts('read b');
  changedTools.clear();
  await prompts('read c');
  const calls = gate.asked.filter(({ options }) => options === undefined);
  expect(calls.map(({ context }) => context.alreadyAllowed)).toEqual([true, undefined, undefined]);
});

test('a backend that is silent for timeoutMs ends the turn as a timeout', async () => {
  const mock = await mockBackend(AGENT);
  const { session } = await mock.open();
  mock.config.timeoutMs = 300;
  const before = Date.now();
  const result = await session.prompt([{ type: 'text', text: 'hang' }], { signal });
  expect(result).toMatchObject({
    stopReason: 'error',
    error: { code: 'timeout', message: 'mock was silent for 300 ms' },
  });
  expect(Date.now() - before).toBeLessThan(20_000);
});

test('a tool may take longer than timeoutMs', async () => {
  const slow = () =>
    new Promise<ReturnType<typeof textResult>>((resolve) => setTimeout(resolve, 3500, textResult('slow')));
  const mock = await mockBackend(AGENT, { tools: { 'filesystem/read_file': slow } });
  const { session } = await mock.open();
  mock.config.timeoutMs = 2500;
  const result = await session.prompt([{ type: 'text', text: 'read x' }], { signal });
  expect({ result, answer: answerOf(mock.events) }).toEqual({
    result: { stopReason: 'end_turn' },
    answer: 'slow',
  });
});

test('after a cancel no tool is run and nothing is allowed, whatever the rules say', async () => {
  let ran = false;
  const { gate } = setUpGate({ allow: ['*'] });
  const mock = await mockBackend(AGENT, {
    gate: { ...gate, asked: [] },
    tools: {
      'shop/buy': () => {
        ran = true;
        return textResult('bought');
      },
    },
  });
  const { session } = await mock.open();
  const cancel = new AbortController();
  const turn = session.prompt([{ type: 'text', text: 'late shop/buy {}' }], { signal: cancel.signal });
  await expect.poll(async () => JSON.stringify(await mock.sent())).toContain('late shop/buy');
  cancel.abort();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(answerOf(mock.events)).toBe('reject_once; denied: the question was cancelled');
  expect(ran).toBe(false);
});
