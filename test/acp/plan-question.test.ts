import { expect, test } from 'vitest';
import { answersTo } from './answers-to.ts';
import { createFakeGate } from './fake-gate.ts';

const PLAN = '# Fix the cart\n\n1. Guard empty carts\n2. Add a test';

const option = (optionId: string, name: string, kind: string) => ({ optionId, name, kind });
const allow = (optionId: string, name: string) => option(optionId, name, 'allow_once');
const always = (optionId: string, name: string) => option(optionId, name, 'allow_always');
const reject = (optionId: string, name: string) => option(optionId, name, 'reject_once');

/** Each as the agent itself asks. */
const AGENTS = {
  claude: {
    toolCall: {
      toolCallId: 'toolu_1',
      kind: 'switch_mode',
      title: 'Approve Plan',
      rawInput: { plan: PLAN, planFilePath: '/root/.claude/plans/fix.md' },
      _meta: { claudeCode: { toolName: 'ExitPlanMode' } },
    },
    options: [
      allow('exit-plan-default', 'Yes, manually approve edits'),
      always('exit-plan-auto', 'Yes, and use auto mode'),
      always('exit-plan-bypass', 'Yes, and bypass permissions'),
      reject('reject', 'No, keep planning'),
    ],
    ids: ['exit-plan-default', 'exit-plan-default', 'reject'],
  },
  'claude without auto': {
    toolCall: { toolCallId: 't', kind: 'switch_mode', title: 'Ready to code?', rawInput: { plan: PLAN } },
    options: [
      always('exit-plan-accept-edits', 'Yes, auto-accept edits'),
      allow('exit-plan-default', 'Yes, manually approve edits'),
      reject('reject', 'No, keep planning'),
    ],
    ids: ['exit-plan-default', 'exit-plan-accept-edits', 'reject'],
  },
  codex: {
    toolCall: {
      toolCallId: 'plan-review:1',
      kind: 'switch_mode',
      title: 'Implement this plan?',
      status: 'pending',
      rawInput: { plan: PLAN },
    },
    options: [
      allow('implement_plan', 'Yes, implement this plan'),
      reject('revise_plan', 'No, and tell Codex what to do differently'),
    ],
    ids: ['implement_plan', 'implement_plan', 'revise_plan'],
  },
  qwen: {
    toolCall: {
      toolCallId: 't',
      kind: 'switch_mode',
      title: 'Plan:',
      content: [{ type: 'content', content: { type: 'text', text: PLAN } }],
    },
    options: [
      allow('restore_previous', 'Yes, restore previous mode (default)'),
      always('proceed_always', 'Yes, and auto-accept edits'),
      allow('proceed_once', 'Yes, and manually approve edits'),
      reject('cancel', 'No, keep planning (esc)'),
    ],
    ids: ['proceed_once', 'proceed_always', 'cancel'],
  },
  'an unknown agent': {
    toolCall: { toolCallId: 't', kind: 'switch_mode', title: 'Plan', rawInput: { plan: PLAN } },
    options: [allow('go', 'Go'), reject('stay', 'Stay')],
    ids: ['go', 'go', 'stay'],
  },
};

const ask = (toolCall: object, options: object[]) => ({
  call: { method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } },
});

test.each(Object.entries(AGENTS))('a plan of %s has the same three answers', async (_, agent) => {
  for (const [index, id] of agent.ids.entries()) {
    const gate = createFakeGate({ answer: (options) => options[index]?.id ?? null });
    const { mock, answers } = await answersTo([ask(agent.toolCall, agent.options)], { gate });
    expect(gate.asked[0]?.request).toMatchObject({ kind: 'claim', plan: PLAN });
    expect(gate.asked[0]?.options?.map(({ label, mode }) => [label, mode])).toEqual([
      ['Approve, and ask before each edit', 'default'],
      ['Approve, and accept edits', 'acceptEdits'],
      ['Keep planning', undefined],
    ]);
    expect(answers).toEqual([{ outcome: { outcome: 'selected', optionId: id } }]);
    expect(mock.events).toContainEqual({
      type: 'message_chunk',
      role: 'agent',
      content: { type: 'text', text: `${PLAN}\n\n` },
    });
  }
});

test('a plan whose answers nobody can tell apart is asked with them as they are', async () => {
  const gate = createFakeGate();
  const options = [allow('x', 'One way'), allow('y', 'Another way'), reject('z', 'No')];
  await answersTo([ask(AGENTS.codex.toolCall, options)], { gate });
  expect(gate.asked[0]?.request).toMatchObject({ plan: PLAN });
  expect(gate.asked[0]?.options?.map(({ label }) => label)).toEqual(['One way', 'Another way', 'No']);
});

test('an agent that can only go on by accepting edits has no answer that is called asking before each', async () => {
  const gate = createFakeGate();
  const options = [allow('acceptEdits', 'Yes, and accept edits'), reject('plan', 'No')];
  await answersTo([ask(AGENTS.codex.toolCall, options)], { gate });
  expect(gate.asked[0]?.options?.map(({ label }) => label)).toEqual(['Yes, and accept edits', 'No']);
});

test.each([
  ['a command', { rawInput: { plan: PLAN, command: 'rm -rf /' } }],
  ['a change', { content: [{ type: 'diff', path: '$cwd/a', oldText: 'a', newText: 'b' }] }],
])('a plan with %s beside it is no plan', async (_, fields) => {
  const gate = createFakeGate();
  await answersTo([ask({ ...AGENTS.codex.toolCall, ...fields }, AGENTS.codex.options)], { gate });
  expect(gate.asked[0]?.request).not.toHaveProperty('plan');
  expect(gate.asked[0]?.options?.map(({ label }) => label)).toContain('Yes, implement this plan');
});
