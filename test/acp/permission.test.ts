import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAgentProfile } from '../../src/acp/translate/agent-profile.ts';
import { acpDialect } from '../../src/acp/wire/acp-dialect.ts';
import { answersTo } from './answers-to.ts';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend, type Step } from './start-mock.ts';

const OPTIONS = [
  { optionId: 'a', name: 'Allow', kind: 'allow_once' },
  { optionId: 'b', name: 'Allow for good', kind: 'allow_always' },
  { optionId: 'c', name: 'Allow for better', kind: 'allow_always' },
  { optionId: 'd', name: 'No', kind: 'reject_once' },
];
const request = (toolCall: unknown, options: unknown = OPTIONS) => ({
  method: 'session/request_permission',
  params: { sessionId: 's1', toolCall, options },
});
const ask = (toolCall: unknown, options?: unknown) => ({ call: request(toolCall, options) });
const update = (fields: object) => ({ update: { sessionUpdate: 'tool_call', ...fields } });

test('the options are asked in the agent’s order and words, and answered by their id', async () => {
  const gate = createFakeGate({ answer: () => 'c' });
  const { answers } = await answersTo([ask({ toolCallId: 't1', title: 'Deploy' })], { gate });
  expect(answers).toEqual([{ outcome: { outcome: 'selected', optionId: 'c' } }]);
  expect(gate.asked[0]).toMatchObject({
    options: [
      { id: 'a', label: 'Allow', kind: 'allow_once' },
      { id: 'b', label: 'Allow for good', kind: 'allow_always' },
      { id: 'c', label: 'Allow for better', kind: 'allow_always' },
      { id: 'd', label: 'No', kind: 'reject_once' },
    ],
    context: { askedBy: 'mock', toolCallId: 't1' },
  });
});

test('an option of an unknown kind is offered, as one that neither allows nor rejects', async () => {
  const { mock, answers } = await answersTo([
    ask({ toolCallId: 't1' }, [
      { optionId: 'x', name: 'Sandbox it', kind: 'allow_in_sandbox' },
      { optionId: 'y' },
      7,
    ]),
  ]);
  expect(mock.gate.asked[0]?.options).toEqual([
    { id: 'x', label: 'Sandbox it', kind: 'other' },
    { id: 'y', label: 'y', kind: 'other' },
  ]);
  expect(answers).toEqual([{ outcome: { outcome: 'selected', optionId: 'x' } }]);
});

test('the reason of a rejection goes with the answer to an agent that takes it', async () => {
  const reason = 'use pnpm';
  const answer = { outcome: 'selected', optionId: 'd', reason } as const;
  expect(acpDialect.permissionResult({ params: {}, answer, chosenKind: 'reject_once' })).toEqual({
    outcome: { outcome: 'selected', optionId: 'd' },
    _meta: { 'simse/rejectionReason': reason },
  });
  expect(readAgentProfile({}).rejectionReasons).toBe(false);
  const agentCapabilities = { _meta: { 'simse/rejectionReason': true } };
  expect(readAgentProfile({ agentCapabilities }).rejectionReasons).toBe(true);
});

test('a request without a tool call is asked all the same', async () => {
  const { mock, answers } = await answersTo([ask(undefined), ask(null), ask({ title: 'Deploy' })]);
  expect(answers).toHaveLength(3);
  expect(mock.gate.asked.map(({ request: asked }) => asked)).toMatchObject([
    { kind: 'claim', title: '', toolKind: 'other' },
    { kind: 'claim', title: '', toolKind: 'other' },
    { kind: 'claim', title: 'Deploy', toolKind: 'other' },
  ]);
});

test('what earlier updates told of the call belongs to the question', async () => {
  const { mock } = await answersTo([
    update({
      toolCallId: 't1',
      title: 'Editing files',
      kind: 'edit',
      content: [{ type: 'diff', path: '$cwd/a.txt', oldText: 'a', newText: 'b' }],
      rawInput: { reason: 'because' },
    }),
    ask({
      toolCallId: 't1',
      title: 'Edit files',
      locations: [{ path: '$cwd/c.txt' }],
      rawInput: {},
      content: [],
    }),
  ]);
  expect(mock.gate.asked[0]?.request).toMatchObject({
    title: 'Edit files',
    toolKind: 'edit',
    diffs: [{ path: `${mock.folder}/a.txt`, oldText: 'a', newText: 'b' }],
    paths: [{ given: `${mock.folder}/a.txt` }, { given: `${mock.folder}/c.txt` }],
    input: { reason: 'because' },
  });
});

test('a call that only the question tells of is on the screen', async () => {
  const { mock } = await answersTo([ask({ toolCallId: 'new', title: 'Run ls', kind: 'execute' })]);
  expect(mock.events).toContainEqual({
    type: 'tool_call',
    call: { id: 'new', title: 'Run ls', kind: 'execute' },
  });
});

test('two questions at once are answered each for itself', async () => {
  const gate = createFakeGate({
    answer: (_options, asked) => ('title' in asked && asked.title === 'first' ? 'a' : 'd'),
  });
  const { answers } = await answersTo(
    [
      { ask: { ...request({ toolCallId: 't1', title: 'first' }), id: 'uuid-1' } },
      { call: { ...request({ toolCallId: 't2' }), id: 0 } },
    ],
    { gate },
  );
  expect(answers).toEqual([
    { outcome: { outcome: 'selected', optionId: 'a' } },
    { outcome: { outcome: 'selected', optionId: 'd' } },
  ]);
});

test.each<[string, Step[], string]>([
  [
    'a call that the agent itself has ended',
    [{ update: { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'failed' } }],
    'end_turn',
  ],
  ['a turn that the agent itself has cancelled', [], 'cancelled'],
])('a question about %s is taken back', async (_what, meanwhile, stopReason) => {
  const gate = createFakeGate({ answer: () => null });
  const asked = { ask: request({ toolCallId: 't1', title: 'Deploy' }) };
  const turn = [asked, ...meanwhile, { result: { stopReason } }];
  const mock = await mockBackend({ on: { 'session/prompt': turn } }, { gate });
  const { session } = await mock.open();
  const { signal } = new AbortController();
  expect(await session.prompt([{ type: 'text', text: 'go' }], { signal })).toEqual({ stopReason });
  const answers = async () => (await mock.sent()).filter(({ method }) => method === undefined);
  await expect.poll(answers).toMatchObject([{ result: { outcome: { outcome: 'cancelled' } } }]);
});

test('a question about a call that goes on is left open by an end of its turn', async () => {
  const gate = createFakeGate({ answer: () => null });
  const turn = [{ ask: request({ toolCallId: 't1', title: 'Deploy' }) }, { result: {} }];
  const mock = await mockBackend({ on: { 'session/prompt': turn } }, { gate });
  const { session } = await mock.open();
  const { signal } = new AbortController();
  await session.prompt([{ type: 'text', text: 'go' }], { signal });
  await expect.poll(() => gate.asked[0]?.context.signal?.aborted).toBe(false);
});

test('cancelling answers open questions, and later ones of the turn, with cancelled', async () => {
  const gate = createFakeGate({ answer: () => null });
  const turn = [
    { ask: request({ toolCallId: 't1' }) },
    { wait: 'session/cancel' },
    ask({ toolCallId: 't2' }),
    { result: { stopReason: 'end_turn' } },
  ];
  const mock = await mockBackend({ on: { 'session/prompt': turn } }, { gate });
  const { session } = await mock.open();
  const cancel = new AbortController();
  const result = session.prompt([{ type: 'text', text: 'go' }], { signal: cancel.signal });
  await expect.poll(() => gate.asked.length).toBe(1);
  cancel.abort();
  expect(await result).toEqual({ stopReason: 'cancelled' });
  const answers = (await mock.sent()).filter((line) => 'result' in line).map((line) => line['result']);
  expect(answers).toEqual([{ outcome: { outcome: 'cancelled' } }, { outcome: { outcome: 'cancelled' } }]);
});

test('a question that the agent withdraws is closed', async () => {
  const gate = createFakeGate({ answer: () => null });
  const turn = [
    { ask: { ...request({ toolCallId: 't1' }), id: 5 } },
    { send: { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 5 } } },
    { result: { stopReason: 'end_turn' } },
  ];
  const mock = await mockBackend({ on: { 'session/prompt': turn } }, { gate });
  const { session } = await mock.open();
  await session.prompt([{ type: 'text', text: 'go' }], { signal: new AbortController().signal });
  await expect.poll(() => gate.asked[0]?.context.signal?.aborted).toBe(true);
});

test('the agent is not silent while a question is open', async () => {
  let answerLater: (() => void) | undefined;
  const gate = createFakeGate({
    authorize: () => new Promise((resolve) => (answerLater = () => resolve(true))),
  });
  const turn = [
    { call: { method: 'terminal/create', params: { sessionId: 's1', command: 'true' } } },
    { result: { stopReason: 'end_turn' } },
  ];
  const mock = await mockBackend({ on: { 'session/prompt': turn } }, { gate });
  const { session } = await mock.open();
  mock.config.timeoutMs = 2500;
  const result = session.prompt([{ type: 'text', text: 'go' }], { signal: new AbortController().signal });
  await expect.poll(() => answerLater).toBeDefined();
  setTimeout(() => answerLater?.(), 3500);
  expect(await result).toEqual({ stopReason: 'end_turn' });
});

test('of two ways to reject, the one that lets the turn go on comes first', async () => {
  const { mock } = await answersTo([
    ask({ toolCallId: 't1' }, [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'cancel', name: 'Stop', kind: 'reject_once' },
      { optionId: 'decline', name: 'No', kind: 'reject_once' },
      { optionId: 'never', name: 'Never', kind: 'reject_always' },
    ]),
  ]);
  expect(mock.gate.asked[0]?.options?.map(({ id }) => id)).toEqual(['yes', 'decline', 'cancel', 'never']);
});

test('a sub-agent’s question, under an id that simse does not know, is asked', async () => {
  const question = request({ toolCallId: 't1', title: 'Deploy' });
  const { mock, answers } = await answersTo([
    { call: { ...question, params: { ...question.params, sessionId: 'child' } } },
  ]);
  expect(mock.gate.asked).toHaveLength(1);
  expect(answers).toEqual([{ outcome: { outcome: 'selected', optionId: 'a' } }]);
});

test('a file that an agent shows as new, but that is there, is asked about as what is replaced', async () => {
  const gate = createFakeGate();
  const content = [
    { type: 'diff', path: 'there.txt', oldText: null, newText: 'new' },
    { type: 'diff', path: 'absent.txt', oldText: null, newText: 'new' },
  ];
  await answersTo([ask({ toolCallId: 't1', kind: 'edit', content })], {
    gate,
    prepare: (folder) => writeFile(join(folder, 'there.txt'), 'one\ntwo\n'),
  });
  expect(gate.asked[0]?.request).toMatchObject({
    diffs: [
      { oldText: 'one\ntwo\n', newText: 'new' },
      { oldText: null, newText: 'new' },
    ],
  });
});
