import { expect, test } from 'vitest';
import type { ElicitationAnswer } from '../../src/core/elicitation/elicitation.ts';
import { createFakeElicit } from './fake-elicit.ts';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend, type Step } from './start-mock.ts';

const end = { result: { stopReason: 'end_turn' } };
const { signal } = new AbortController();

interface Person {
  fills?: ElicitationAnswer;
  chooses?: string | null;
}

async function askedBy(steps: Step[], { fills, chooses }: Person = {}) {
  const elicit = createFakeElicit(() => fills ?? { action: 'decline' });
  const gate = createFakeGate(chooses === undefined ? {} : { answer: () => chooses });
  const mock = await mockBackend({ on: { 'session/prompt': [...steps, end] } }, { elicit, gate });
  const { session } = await mock.open();
  expect(await session.prompt([], { signal })).toEqual({ stopReason: 'end_turn' });
  const lines = (await mock.sent()).filter(({ method }) => method === undefined);
  return { mock, elicit, gate, answers: lines.map(({ result, error }) => result ?? error) };
}

const CURSOR_QUESTION = {
  method: 'cursor/ask_question',
  params: {
    toolCallId: 't1',
    title: 'Which tests?',
    questions: [
      {
        id: 'q1',
        prompt: 'Runner',
        options: [
          { id: 'v', label: 'Vitest' },
          { id: 'j', label: 'Jest' },
        ],
      },
      {
        id: 'q2',
        prompt: 'Where',
        options: [
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B' },
        ],
        allowMultiple: true,
      },
    ],
  },
};

test('Cursor’s questions are a form, and their answers go back by id', async () => {
  const { elicit, answers } = await askedBy([{ call: CURSOR_QUESTION }], {
    fills: { action: 'accept', content: { q1: 'v', q2: ['a', 'b'] } },
  });
  expect(elicit.asked[0]).toMatchObject({
    request: {
      message: 'Which tests?',
      fields: [
        {
          key: 'q1',
          label: 'Runner',
          type: 'choice',
          options: [{ value: 'v', label: 'Vitest' }, { value: 'j' }],
        },
        { key: 'q2', label: 'Where', type: 'choices', required: true },
      ],
    },
    context: { toolCallId: 't1' },
  });
  const selected = [
    { questionId: 'q1', selectedOptionIds: ['v'] },
    { questionId: 'q2', selectedOptionIds: ['a', 'b'] },
  ];
  expect(answers).toEqual([{ outcome: { outcome: 'answered', answers: selected } }]);
});

test.each([
  ['decline', { outcome: 'skipped', reason: 'The user declined to answer.' }],
  ['cancel', { outcome: 'cancelled' }],
] as const)('Cursor learns of a %s', async (action, outcome) => {
  expect((await askedBy([{ call: CURSOR_QUESTION }], { fills: { action } })).answers).toEqual([{ outcome }]);
});

test.each([
  ['yes', { outcome: 'accepted' }],
  ['no', { outcome: 'rejected' }],
])('Cursor’s plan is shown and asked about: %s', async (chooses, outcome) => {
  const params = { toolCallId: 'p', name: 'Refactor', overview: 'In short', plan: '1. Do it', todos: [] };
  const { mock, gate, answers } = await askedBy([{ call: { method: 'cursor/create_plan', params } }], {
    chooses,
  });
  expect(gate.asked[0]?.request).toMatchObject({ kind: 'claim', title: 'Refactor', toolKind: 'switch_mode' });
  expect(mock.events[0]).toMatchObject({
    type: 'tool_call',
    call: { id: 'p', content: [{ type: 'content', block: { type: 'text', text: 'In short\n\n1. Do it' } }] },
  });
  expect(answers).toEqual([{ outcome }]);
});

test.each(['request', 'notification'])(
  'Cursor’s list of things to do is the plan, also in parts (as a %s)',
  async (as) => {
    const todos = (merge: boolean, list: object[]) => {
      const message = { method: 'cursor/update_todos', params: { toolCallId: 't', todos: list, merge } };
      return as === 'request' ? { call: message } : { send: { jsonrpc: '2.0', ...message } };
    };
    const { mock, answers } = await askedBy([
      todos(false, [
        { id: '1', content: 'a', status: 'in_progress' },
        { id: '2', content: 'b', status: 'pending' },
      ]),
      todos(true, [
        { id: '1', status: 'completed' },
        { id: '3', content: 'c' },
      ]),
    ]);
    expect(mock.events.at(-1)).toEqual({
      type: 'plan',
      entries: [
        { content: 'a', priority: 'medium', status: 'completed' },
        { content: 'b', priority: 'medium', status: 'pending' },
        { content: 'c', priority: 'medium', status: 'pending' },
      ],
    });
    expect(answers).toHaveLength(as === 'request' ? 2 : 0);
  },
);

test('what Cursor only tells is shown and acknowledged', async () => {
  const task = { toolCallId: 't', description: 'Look around', prompt: 'Find the tests' };
  const image = { toolCallId: 'i', description: 'A cat', filePath: '/tmp/cat.png' };
  const { mock, answers } = await askedBy([
    { call: { method: 'cursor/task', params: task } },
    { call: { method: 'cursor/generate_image', params: image } },
  ]);
  expect(mock.events).toMatchObject([
    { call: { id: 't', title: 'Look around' } },
    { call: { id: 'i', title: 'A cat', locations: [{ path: '/tmp/cat.png' }] } },
  ]);
  expect(answers).toEqual([{ outcome: { outcome: 'completed' } }, { outcome: { outcome: 'accepted' } }]);
});

const GROK_QUESTION = {
  sessionId: 's1',
  toolCallId: 't1',
  questions: [
    { question: 'Which?', options: [{ label: 'One', description: 'first' }, { label: 'Two' }] },
    { question: 'More?', options: [{ label: 'X' }], multiSelect: true },
  ],
};

test.each([
  ['as they are', '_x.ai/ask_user_question', GROK_QUESTION],
  ['once more wrapped', 'x.ai/ask_user_question', { method: 'x', params: GROK_QUESTION }],
])(
  'Grok’s questions, %s, are a form, answered by the question and the label',
  async (_case, method, params) => {
    const { elicit, answers } = await askedBy([{ call: { method, params } }], {
      fills: { action: 'accept', content: { 'Which?': 'One', 'More?': ['X'] } },
    });
    expect(elicit.asked[0]?.request).toMatchObject({
      fields: [
        { label: 'Which?', options: [{ value: 'One', label: 'One: first' }, { label: 'Two' }] },
        { type: 'choices' },
      ],
    });
    expect(answers).toEqual([{ outcome: 'accepted', answers: { 'Which?': ['One'], 'More?': ['X'] } }]);
  },
);

test.each([
  ['yes', { outcome: 'approved' }],
  ['no', { outcome: 'cancelled' }],
])('Grok’s plan is asked about: %s', async (chooses, outcome) => {
  const params = { sessionId: 's1', toolCallId: 'p', planContent: '1. Do it' };
  const { answers } = await askedBy([{ call: { method: '_x.ai/exit_plan_mode', params } }], { chooses });
  expect(answers).toEqual([outcome]);
});

test('a form of an MCP server that Grok passes on is asked', async () => {
  const requestedSchema = { type: 'object', properties: { project: { type: 'string' } } };
  const params = { sessionId: 's1', mode: 'form', message: 'Choose', requestedSchema };
  const { answers } = await askedBy([{ call: { method: '_x.ai/mcp/elicit', params } }], {
    fills: { action: 'accept', content: { project: 'x' } },
  });
  expect(answers).toEqual([{ outcome: 'accept', content: { project: 'x' } }]);
});

test.each([[{}], [{ questions: 'none' }], [{ questions: [null, {}] }]])(
  'a question without questions does not hang: %j',
  async (params) => {
    const { answers } = await askedBy([{ call: { method: 'cursor/ask_question', params } }], {
      fills: { action: 'accept', content: {} },
    });
    expect(answers).toHaveLength(1);
  },
);

test('a request of another vendor is refused and logged', async () => {
  const { mock, answers } = await askedBy([{ call: { method: '_acme/ask', params: { sessionId: 's1' } } }]);
  expect(answers).toMatchObject([{ code: -32601 }]);
  expect(mock.logged).toContain('unknown request: _acme/ask');
});
