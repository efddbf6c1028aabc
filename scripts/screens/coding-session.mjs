/** What the agent of the pictures does: scenarios of test/fixtures/acp/mock-agent.mjs. `$cwd` is the project's folder. */

/** The project that it works on. */
export const PROJECT = {
  'package.json': '{\n  "name": "shop",\n  "type": "module"\n}\n',
  'README.md': '# Shop\n\nA small shop.\n',
  'src/checkout.ts':
    "export function checkout(cart?: Cart) {\n  if (cart === null) return redirect('/cart');\n  return pay(cart);\n}\n",
  'src/cart.ts': 'export interface Cart {\n  items: Item[];\n}\n',
  'src/catalogue.ts': 'export const catalogue = [];\n',
  'src/check-stock.ts': 'export const checkStock = () => true;\n',
  'test/checkout.test.ts': "test('an empty cart goes back', () => {});\n",
};

export const QUESTION = 'why does checkout fail for empty carts?';

const OLD = "  if (cart === null) return redirect('/cart');\n  return pay(cart);\n";
const NEW =
  "  if (cart == null || cart.items.length === 0) {\n    return redirect('/cart');\n  }\n  return pay(cart);\n";

const update = (sessionUpdate, fields) => ({ update: { sessionUpdate, ...fields } });
const say = (text) => update('agent_message_chunk', { content: { type: 'text', text } });
const think = (text) => update('agent_thought_chunk', { content: { type: 'text', text } });
const text = (body) => ({ type: 'content', content: { type: 'text', text: body } });
/** So long that its time is always told, and always in two digits. */
const WORK = { pause: 30 };
/** The turn goes on until it is interrupted. */
const HOLD = { wait: 'session/cancel' };

const SETUP = {
  initialize: [
    {
      result: {
        protocolVersion: 1,
        agentInfo: { name: 'demo', title: 'Demo Agent', version: '2.4.0' },
        agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
      },
    },
  ],
  'session/new': [
    {
      result: {
        sessionId: 's1',
        configOptions: [
          {
            id: 'model',
            name: 'Model',
            category: 'model',
            type: 'select',
            currentValue: 'large',
            options: [
              { value: 'large', name: 'Large' },
              { value: 'small', name: 'Small' },
            ],
          },
        ],
      },
    },
  ],
};

const LOOK = [
  update('usage_update', { used: 36_400, size: 200_000, cost: { amount: 0.12, currency: 'USD' } }),
  think('The guard in the checkout handler is the likely place. I read it first, then who calls it.'),
  say("I'll look at the checkout handler first.\n\n"),
  update('tool_call', {
    toolCallId: 'read',
    title: 'Read src/checkout.ts',
    kind: 'read',
    status: 'in_progress',
    rawInput: { path: '$cwd/src/checkout.ts' },
    locations: [{ path: '$cwd/src/checkout.ts', line: 1 }],
  }),
  WORK,
  update('tool_call_update', {
    toolCallId: 'read',
    status: 'completed',
    content: [text(PROJECT['src/checkout.ts'])],
  }),
  update('tool_call', {
    toolCallId: 'search',
    title: 'Search "emptyCart" in src',
    kind: 'search',
    status: 'in_progress',
    rawInput: { pattern: 'emptyCart', path: 'src' },
  }),
  WORK,
  update('tool_call_update', {
    toolCallId: 'search',
    status: 'completed',
    content: [text('src/cart.ts:14: export const emptyCart\nsrc/checkout.ts:2: emptyCart')],
  }),
];

const FINDING = [
  'The guard on line 2 compares with `null`, but a cart that was never filled is `undefined`:\n\n',
  '```ts\n',
  'export function checkout(cart?: Cart) {\n',
  "  if (cart === null) return redirect('/cart'); // undefined gets past\n",
  '  return pay(cart);\n',
  '}\n',
  '```\n\n',
  'Two things follow:\n\n',
  '1. **An empty cart** reaches `pay()`, which throws.\n',
  '2. A cart *without items* does the same, which no test covers',
].map(say);

const EDIT = {
  toolCallId: 'edit',
  title: 'Edit src/checkout.ts',
  kind: 'edit',
  status: 'pending',
  rawInput: { path: '$cwd/src/checkout.ts' },
  content: [{ type: 'diff', path: '$cwd/src/checkout.ts', oldText: OLD, newText: NEW }],
};

const ASK_TO_EDIT = {
  call: {
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: EDIT,
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'always', name: 'Allow for this session', kind: 'allow_always' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
    },
  },
};

const PLAN = [
  'Find why empty carts fail',
  'Guard against carts without items',
  'Test both cases',
  'Run the tests',
];

/** A plan of which so many steps are done and the next one runs. */
function plan(done) {
  const entries = PLAN.map((content, index) => ({
    content,
    priority: 'medium',
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }));
  return update('plan', { entries });
}

const RUN_TESTS = [
  update('tool_call', {
    toolCallId: 'tests',
    title: 'npm test',
    kind: 'execute',
    status: 'in_progress',
    rawInput: { command: 'npm test' },
    content: [
      text(
        '> shop@1.0.0 test\n> vitest run\n\n ✓ test/cart.test.ts (4 tests)\n ✓ test/checkout.test.ts (6 tests)',
      ),
    ],
  }),
];

const DONE_EDIT = [ASK_TO_EDIT, update('tool_call_update', { toolCallId: 'edit', status: 'completed' })];

const onPrompt = (...steps) => ({ on: { ...SETUP, 'session/prompt': steps } });

export const SCENARIOS = {
  idle: { on: SETUP },
  streaming: onPrompt(...LOOK, ...FINDING, HOLD),
  permission: onPrompt(...LOOK, say('The guard misses `undefined`. I mend it:\n\n'), ASK_TO_EDIT, HOLD),
  plan: onPrompt(
    plan(3),
    ...LOOK.slice(0, 1),
    ...DONE_EDIT,
    say('Both cases are guarded now, each with a test. I run all tests:\n\n'),
    ...RUN_TESTS,
    HOLD,
  ),
};
