import { expect, test } from 'vitest';
import { createFakeElicit, type FakeElicit } from './fake-elicit.ts';
import { mockBackend, type Step } from './start-mock.ts';

const FORM = {
  sessionId: 's1',
  toolCallId: 't1',
  mode: 'form',
  message: 'How many?',
  requestedSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
};
const PAGE = {
  sessionId: 's1',
  mode: 'url',
  message: 'Log in',
  url: 'https://example.org/x',
  elicitationId: 'e1',
};
const create = (params: object) => ({ method: 'elicitation/create', params });
const end = { result: { stopReason: 'end_turn' } };

async function turn(steps: Step[], elicit: FakeElicit) {
  const mock = await mockBackend({ on: { 'session/prompt': steps } }, { elicit });
  const { session } = await mock.open();
  const cancel = new AbortController();
  const result = session.prompt([], { signal: cancel.signal });
  const answers = async () => {
    const lines = (await mock.sent()).filter(({ method }) => method === undefined);
    return lines.map(({ result: given, error }) => given ?? error);
  };
  return { mock, result, cancel, answers };
}

test('a form is asked, and its answer goes back in the types that were asked for', async () => {
  const elicit = createFakeElicit(() => ({ action: 'accept', content: { n: '3' } }));
  const { result, answers } = await turn([{ call: create(FORM) }, end], elicit);
  await result;
  expect(elicit.asked[0]).toMatchObject({
    request: { mode: 'form', message: 'How many?', fields: [{ key: 'n', type: 'integer', required: true }] },
    context: { askedBy: 'mock', toolCallId: 't1' },
  });
  expect(await answers()).toEqual([{ action: 'accept', content: { n: 3 } }]);
});

test.each(['decline', 'cancel'] as const)('a form can be answered with %s', async (action) => {
  const { result, answers } = await turn(
    [{ call: create(FORM) }, end],
    createFakeElicit(() => ({ action })),
  );
  await result;
  expect(await answers()).toEqual([{ action }]);
});

test('an answer that does not fit the form is not sent', async () => {
  const elicit = createFakeElicit(() => ({ action: 'accept', content: { n: 'many' } }));
  const { mock, result, answers } = await turn([{ call: create(FORM) }, end], elicit);
  await result;
  expect(await answers()).toEqual([{ action: 'cancel' }]);
  expect(mock.logged).toContain('the answer to "How many?" does not fit its form');
});

test('a page is asked about, with its whole address', async () => {
  const elicit = createFakeElicit(() => ({ action: 'accept' }));
  const { result, answers } = await turn([{ call: create(PAGE) }, end], elicit);
  await result;
  expect(elicit.asked[0]?.request).toEqual({
    mode: 'url',
    message: 'Log in',
    url: 'https://example.org/x',
    id: 'e1',
  });
  expect(await answers()).toEqual([{ action: 'accept' }]);
});

test('the question about a page goes away when the agent says that it was dealt with', async () => {
  const complete = {
    send: { jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'e1' } },
  };
  const other = { send: { jsonrpc: '2.0', method: 'elicitation/complete', params: { elicitationId: 'e9' } } };
  const elicit = createFakeElicit(() => null);
  const steps = [{ ask: create(PAGE) }, other, { pause: 100 }, complete, { pause: 100 }, end];
  const { result, answers } = await turn(steps, elicit);
  await result;
  expect(elicit.asked[0]?.context.signal?.aborted).toBe(true);
  expect(await answers()).toEqual([{ action: 'accept' }]);
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'ssh://x', 'nothing', ''])(
  'what is no page is never offered: %j',
  async (url) => {
    const elicit = createFakeElicit();
    const { result, answers } = await turn([{ call: create({ ...PAGE, url }) }, end], elicit);
    await result;
    expect(elicit.asked).toEqual([]);
    expect(await answers()).toMatchObject([{ code: -32602 }]);
  },
);

test('a question in a way that simse does not know is refused, not hung', async () => {
  const { result, answers } = await turn(
    [{ call: create({ ...FORM, mode: 'hologram' }) }, end],
    createFakeElicit(),
  );
  await result;
  expect(await answers()).toMatchObject([{ code: -32602 }]);
});

test('cancelling the turn cancels its questions', async () => {
  const elicit = createFakeElicit(() => null);
  const steps = [{ ask: create(FORM) }, { wait: 'session/cancel' }, { call: create(FORM) }, end];
  const { result, cancel, answers } = await turn(steps, elicit);
  await expect.poll(() => elicit.asked.length).toBe(1);
  cancel.abort();
  expect(await result).toEqual({ stopReason: 'cancelled' });
  expect(await answers()).toEqual([{ action: 'cancel' }, { action: 'cancel' }]);
});

test('a question that the agent withdraws goes away', async () => {
  const elicit = createFakeElicit(() => null);
  const withdraw = { send: { jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: 5 } } };
  const { result } = await turn([{ ask: { ...create(FORM), id: 5 } }, { pause: 50 }, withdraw, end], elicit);
  await result;
  await expect.poll(() => elicit.asked[0]?.context.signal?.aborted).toBe(true);
});

test('whoever fills in a form may take longer than an agent may be silent', async () => {
  let answerLater: (() => void) | undefined;
  const elicit: FakeElicit = {
    asked: [],
    ask: () => new Promise((resolve) => (answerLater = () => resolve({ action: 'decline' }))),
  };
  const mock = await mockBackend({ on: { 'session/prompt': [{ call: create(FORM) }, end] } }, { elicit });
  const { session } = await mock.open();
  mock.config.timeoutMs = 2500;
  const result = session.prompt([], { signal: new AbortController().signal });
  await expect.poll(() => answerLater).toBeDefined();
  setTimeout(() => answerLater?.(), 3000);
  expect(await result).toEqual({ stopReason: 'end_turn' });
});

test('a question may come before there is a session, and then holds its opening up', async () => {
  const scope = { ...FORM, sessionId: undefined, toolCallId: undefined, requestId: 2 };
  let answerLater: (() => void) | undefined;
  const elicit: FakeElicit = {
    asked: [],
    ask: () =>
      new Promise((resolve) => (answerLater = () => resolve({ action: 'accept', content: { n: 1 } }))),
  };
  const steps = [{ call: create(scope) }, { result: { sessionId: 's1' } }];
  const mock = await mockBackend({ on: { 'session/new': steps } }, { elicit });
  const backend = await mock.start();
  mock.config.timeoutMs = 2500;
  const opened = backend.openSession({ cwd: mock.folder, additionalDirectories: [], mcpServers: [] });
  await expect.poll(() => answerLater).toBeDefined();
  setTimeout(() => answerLater?.(), 3000);
  expect((await opened).id).toBe('s1');
});

test('a question outside any session is asked, whatever became of the last turn', async () => {
  const elicit = createFakeElicit(() => ({ action: 'accept', content: { n: 1 } }));
  const scope = { ...FORM, sessionId: undefined, toolCallId: undefined, requestId: 2 };
  const mock = await mockBackend(
    {
      on: {
        initialize: [{ result: { protocolVersion: 1, authMethods: [{ id: 'key', name: 'Key' }] } }],
        authenticate: [{ call: create(scope) }, { result: {} }],
        'session/prompt': [{ wait: 'session/cancel' }, { result: {} }],
      },
    },
    { elicit },
  );
  const { backend, session } = await mock.open();
  const cancel = new AbortController();
  const turnEnd = session.prompt([], { signal: cancel.signal });
  cancel.abort();
  await turnEnd;
  await backend.authenticate('key');
  expect(elicit.asked).toHaveLength(1);
});
