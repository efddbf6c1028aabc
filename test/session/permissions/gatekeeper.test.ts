import { expect, test } from 'vitest';
import type { Claim, GateRequest, QuestionOption } from '../../../src/core/gate-request.ts';
import { setUpGate as setUp } from '../set-up-gate.ts';

const RUN: GateRequest = { kind: 'shell', command: 'npm test', cwd: '/w' };
const READ: GateRequest = { kind: 'read', path: { given: '/w/a', real: '/w/a' } };
const CONTEXT = { askedBy: 'claude', toolCallId: 't1' };
const AGENT_OPTIONS: QuestionOption[] = [
  { id: 'yes', label: 'Yes', kind: 'allow_once' },
  { id: 'always', label: 'Always', kind: 'allow_always' },
  { id: 'no', label: 'No', kind: 'reject_once' },
];

function claim(fields: Partial<Claim> = {}): Claim {
  return { kind: 'claim', title: 'Do it', toolKind: 'other', paths: [], diffs: [], ...fields };
}

test('a question shows what will run, who asks and the rule that "for this session" would make', async () => {
  const { desk, gate, answer } = setUp();
  const verdict = gate.authorize(RUN, CONTEXT);
  expect(desk.open()).toMatchObject([
    { title: 'Run npm test', askedBy: 'claude', toolCallId: 't1', rememberRule: 'shell(npm test*)' },
  ]);
  answer('allow_once');
  expect(await verdict).toEqual({ allowed: true, by: 'user', reason: 'you allowed it' });
  expect(desk.open()).toEqual([]);
});

test('what was allowed for the session is not asked again, and only that', async () => {
  const { desk, gate, answer } = setUp();
  const first = gate.authorize(RUN, CONTEXT);
  answer('allow_always');
  expect((await first).allowed).toBe(true);
  expect(await gate.authorize(RUN, CONTEXT)).toMatchObject({ allowed: true, by: 'remembered' });
  void gate.authorize({ ...RUN, command: 'npm publish' }, CONTEXT);
  expect(desk.open()).toHaveLength(1);
});

test('what was rejected for the session is not asked again', async () => {
  const { gate, answer } = setUp();
  const first = gate.authorize(RUN, CONTEXT);
  answer('reject_always');
  expect((await first).allowed).toBe(false);
  expect(await gate.authorize(RUN, CONTEXT)).toMatchObject({ allowed: false, by: 'remembered' });
});

test('a command that cannot be read can be allowed once, never for the session', async () => {
  const { desk, gate, answer } = setUp();
  const verdict = gate.authorize({ ...RUN, command: 'npm test $(id)' }, CONTEXT);
  expect(desk.open()[0]?.options.map(({ id }) => id)).toEqual(['allow_once', 'reject_once']);
  answer('allow_once');
  expect((await verdict).allowed).toBe(true);
});

test('an answer for the session settles the equal questions that wait behind it', async () => {
  const { desk, gate, answer } = setUp();
  const both = Promise.all([gate.authorize(RUN, CONTEXT), gate.authorize(RUN, CONTEXT)]);
  expect(desk.open()).toHaveLength(2);
  answer('allow_always');
  expect((await both).map(({ allowed }) => allowed)).toEqual([true, true]);
});

test('a change of mode answers the questions that it makes needless', async () => {
  const { gate, setMode } = setUp();
  const verdict = gate.authorize(RUN, CONTEXT);
  setMode('plan');
  expect((await verdict).allowed).toBe(false);
});

test('a cancelled turn takes its question back and nothing happens', async () => {
  const { desk, gate } = setUp();
  const abort = new AbortController();
  const verdict = gate.authorize(RUN, { ...CONTEXT, signal: abort.signal });
  abort.abort();
  expect(await verdict).toMatchObject({ allowed: false, by: 'cancelled' });
  expect(desk.open()).toEqual([]);
});

test('without a terminal the denial names the flag that would allow it', async () => {
  const { gate, desk } = setUp({ interactive: false });
  const verdict = await gate.authorize({ ...RUN, command: "echo 'a b'" }, CONTEXT);
  expect(verdict).toMatchObject({ allowed: false, by: 'no_terminal' });
  expect(verdict.reason).toContain(`--allow 'shell(echo '\\''a b'\\'')'`);
  expect(desk.open()).toEqual([]);
});

test('reading the workspace leaves no trace in the log, every other decision does', async () => {
  const { gate, events } = setUp({ allow: ['shell(npm *)'] });
  await gate.authorize(READ, CONTEXT);
  await gate.authorize(RUN, CONTEXT);
  expect(events).toMatchObject([
    { type: 'permission_decided', subject: 'Run npm test', by: 'rule', toolCallId: 't1' },
  ]);
});

test("an agent's question shows the agent's own options and gets the chosen one back", async () => {
  const { gate, desk, answer } = setUp();
  const reply = gate.answer(claim(), AGENT_OPTIONS, CONTEXT);
  expect(desk.open()[0]?.options).toEqual(AGENT_OPTIONS);
  answer('always');
  expect(await reply).toEqual({ outcome: 'selected', optionId: 'always' });
});

const WITHOUT_ASKING: [string, { allow?: string[]; deny?: string[] }, QuestionOption[], object][] = [
  [
    'a rule that covers the command picks "once"',
    { allow: ['shell(npm *)'] },
    AGENT_OPTIONS,
    { optionId: 'yes' },
  ],
  ['a denying rule picks the rejection', { deny: ['shell(npm *)'] }, AGENT_OPTIONS, { optionId: 'no' }],
  [
    'a denial with no option to reject is a cancellation',
    { deny: ['shell'] },
    AGENT_OPTIONS.slice(0, 1),
    { outcome: 'cancelled' },
  ],
  [
    'two ways to allow once are a question to a person and are never answered by a rule',
    { allow: ['shell'] },
    [...AGENT_OPTIONS, { id: 'other', label: 'Other', kind: 'allow_once' }],
    { outcome: 'cancelled' },
  ],
];
test.each(WITHOUT_ASKING)('without a terminal, %s', async (_title, rules, options, expected) => {
  const { gate } = setUp({ interactive: false, ...rules });
  const reply = await gate.answer(claim({ toolKind: 'execute', command: 'npm test' }), options, CONTEXT);
  expect(reply).toMatchObject(expected);
});

test("an agent's question about a bridged tool is left to the bridge, which asks with the real arguments", async () => {
  const { gate, desk, events } = setUp();
  const reply = await gate.answer(claim({ title: 'everything__echo' }), AGENT_OPTIONS, CONTEXT);
  expect(reply).toEqual({ outcome: 'selected', optionId: 'yes' });
  expect([desk.open(), events]).toEqual([[], []]);
});

test('a command that only calls itself like a bridged tool is asked about', () => {
  const { gate, desk } = setUp();
  void gate.answer(
    claim({ title: 'everything__echo', toolKind: 'execute', command: 'rm -rf .' }),
    AGENT_OPTIONS,
    CONTEXT,
  );
  expect(desk.open()).toHaveLength(1);
});

test('what the user has just allowed as the backend asked is not asked again, but a denying rule still denies', async () => {
  const context = { ...CONTEXT, alreadyAllowed: true };
  expect(await setUp().gate.authorize(RUN, context)).toMatchObject({ allowed: true, by: 'user' });
  expect(await setUp({ deny: ['shell'] }).gate.authorize(RUN, context)).toMatchObject({
    allowed: false,
    by: 'rule',
  });
});
