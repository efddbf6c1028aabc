import { expect, test } from 'vitest';
import type { Claim, GateRequest, QuestionOption } from '../../../src/core/gate/gate-request.ts';
import { answersOf } from '../../../src/core/gate/question-answers.ts';
import { setUpGate as setUp } from '../set-up-gate.ts';

const RUN: GateRequest = { kind: 'shell', command: 'npm test', cwd: '/w' };
const READ: GateRequest = { kind: 'read', path: { given: '/w/a', real: '/w/a' } };
const A = { given: '/w/a', real: '/w/a' };
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
  const { open, gate, answer } = setUp();
  const verdict = gate.authorize(RUN, CONTEXT);
  expect(open()).toMatchObject([
    { title: 'Run npm test', askedBy: 'claude', toolCallId: 't1', rememberRule: 'shell(npm test*)' },
  ]);
  answer('allow_once');
  expect(await verdict).toEqual({ allowed: true, by: 'user', reason: 'you allowed it' });
  expect(open()).toEqual([]);
});

test('what was allowed for the session is not asked again, and only that', async () => {
  const { open, gate, answer } = setUp();
  const first = gate.authorize(RUN, CONTEXT);
  answer('allow_always');
  expect((await first).allowed).toBe(true);
  expect(await gate.authorize(RUN, CONTEXT)).toMatchObject({ allowed: true, by: 'remembered' });
  void gate.authorize({ ...RUN, command: 'npm publish' }, CONTEXT);
  expect(open()).toHaveLength(1);
});

test.each<[string, GateRequest]>([
  ['a command', { ...RUN, command: "echo ') and shell and shell('" }],
  ['a command of several', { ...RUN, command: "npm test && echo ') and shell and shell('" }],
  [
    'a path',
    {
      kind: 'edit',
      path: { given: '/w/x', real: '/w/a) and write_file and shell and x(b' },
      diff: { path: '/w/x', oldText: null, newText: '' },
    },
  ],
  ['a server', { kind: 'sampling', server: 'x) and sampling and shell and sampling(x', prompt: '' }],
])('what is allowed for good says no other rule by the text of %s', async (_what, request) => {
  const { open, gate, settle } = setUp();
  const first = gate.authorize(request, CONTEXT);
  const [question] = open();
  const kept = question === undefined ? [] : answersOf({ ...question, keptIn: { project: 'p', user: 'u' } });
  const offered = kept.find(({ file }) => file === 'p')?.answer;
  expect(offered?.rule).toBeDefined();
  if (offered?.rule === undefined) return;
  settle(question?.id ?? '', { outcome: 'selected', optionId: offered.optionId, rule: offered.rule });
  expect((await first).allowed).toBe(true);
  expect(await gate.authorize(request, CONTEXT)).toMatchObject({ allowed: true, by: 'remembered' });
  void gate.authorize({ ...RUN, command: 'rm -rf x' }, CONTEXT);
  expect(open()).toHaveLength(1);
});

test('what was rejected for the session is not asked again', async () => {
  const { gate, answer } = setUp();
  const first = gate.authorize(RUN, CONTEXT);
  answer('reject_always');
  expect((await first).allowed).toBe(false);
  expect(await gate.authorize(RUN, CONTEXT)).toMatchObject({ allowed: false, by: 'remembered' });
});

test('a command that cannot be read can be allowed once, never for the session', async () => {
  const { open, gate, answer } = setUp();
  const verdict = gate.authorize({ ...RUN, command: 'npm test $(id)' }, CONTEXT);
  expect(open()[0]?.options.map(({ id }) => id)).toEqual(['allow_once', 'reject_once']);
  answer('allow_once');
  expect((await verdict).allowed).toBe(true);
});

test('an answer for the session settles the equal questions that wait behind it', async () => {
  const { open, gate, answer } = setUp();
  const both = Promise.all([gate.authorize(RUN, CONTEXT), gate.authorize(RUN, CONTEXT)]);
  expect(open()).toHaveLength(2);
  answer('allow_always');
  expect((await both).map(({ allowed }) => allowed)).toEqual([true, true]);
});

test('a change of mode under a question answers nothing, and what it forbids stays forbidden after a yes', async () => {
  const { gate, open, answer, setMode } = setUp();
  const verdict = gate.authorize(RUN, CONTEXT);
  for (const mode of ['acceptEdits', 'dontAsk', 'plan'] as const) setMode(mode);
  expect(open()).toHaveLength(1);
  answer('allow_once');
  expect(await verdict).toMatchObject({ allowed: false, by: 'mode' });
});

test('the record says what was chosen, in the words that stood there, and by which key', async () => {
  const { gate, open, events, settle } = setUp();
  const reply = gate.answer(claim({ command: 'npm test' }), AGENT_OPTIONS, CONTEXT);
  settle(open()[0]?.id ?? '', { outcome: 'selected', optionId: 'always', key: '2' });
  await reply;
  expect(events.at(-1)).toMatchObject({
    type: 'permission_decided',
    allowed: true,
    by: 'user',
    answer: { option: 'Allow for this session, as the agent says · “Always”', key: '2' },
  });
});

test('a cancelled turn takes its question back and nothing happens', async () => {
  const { open, gate } = setUp();
  const abort = new AbortController();
  const verdict = gate.authorize(RUN, { ...CONTEXT, signal: abort.signal });
  abort.abort();
  expect(await verdict).toMatchObject({ allowed: false, by: 'cancelled' });
  expect(open()).toEqual([]);
});

test('without a terminal the denial names the flag that would allow it', async () => {
  const { gate, open } = setUp({ interactive: false });
  const verdict = await gate.authorize({ ...RUN, command: "echo 'a b'" }, CONTEXT);
  expect(verdict).toMatchObject({ allowed: false, by: 'no_terminal' });
  expect(verdict.reason).toContain(`--allow 'shell(echo '\\''a b'\\'')'`);
  expect(open()).toEqual([]);
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
  const { gate, open, answer } = setUp();
  const reply = gate.answer(claim(), AGENT_OPTIONS, CONTEXT);
  expect(open()[0]?.options).toEqual(AGENT_OPTIONS);
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

test("an agent's question about a bridged tool is left to the bridge, which asks with the real arguments, and is in the log", async () => {
  const { gate, open, events } = setUp();
  const reply = await gate.answer(claim({ title: 'everything__echo' }), AGENT_OPTIONS, CONTEXT);
  expect(reply).toEqual({ outcome: 'selected', optionId: 'yes' });
  expect(open()).toEqual([]);
  expect(events).toMatchObject([
    { type: 'permission_decided', allowed: true, reason: expect.stringContaining('everything/echo') },
  ]);
});

test.each<[string, Partial<Claim>]>([
  ['a deletion of a file', { toolKind: 'delete', paths: [A] }],
  ['a deletion that only its input tells', { toolKind: 'delete', paths: [A], pathsAreArguments: true }],
  ['the place of a file', { toolKind: 'other', paths: [A] }],
  ['a command', { command: 'rm -rf .' }],
  ['a change', { diffs: [{ path: '/w/a', oldText: null, newText: 'x' }] }],
])('a name of the bridge on %s lets nothing pass', async (_what, fields) => {
  const named = claim({ toolName: 'mcp__simse__everything__echo', ...fields });
  const { gate, open } = setUp();
  void gate.answer(named, AGENT_OPTIONS, CONTEXT);
  expect(open()).toHaveLength(1);
  const denying = setUp({ deny: ['write_file', 'shell', 'mcp__simse__everything__echo'] });
  expect(await denying.gate.answer(named, AGENT_OPTIONS, CONTEXT)).toMatchObject({ optionId: 'no' });
  expect(denying.events).toMatchObject([{ type: 'permission_decided', allowed: false, by: 'rule' }]);
});

test.each([
  ['a denying rule for the call', { deny: ['everything/*'] }, 'default'],
  ['a denying rule for everything', { deny: ['*'] }, 'default'],
  ['plan mode', {}, 'plan'],
] as const)(
  '%s comes before the bridge',
  async (_what, { deny = [] }: { deny?: readonly string[] }, mode) => {
    const { gate, events, setMode } = setUp({ deny: [...deny] });
    setMode(mode);
    const reply = await gate.answer(claim({ toolName: 'everything__echo' }), AGENT_OPTIONS, CONTEXT);
    expect(reply).toMatchObject({ optionId: 'no' });
    expect(events).toMatchObject([{ type: 'permission_decided', allowed: false }]);
  },
);

test('a backend cannot say of its own question that it is about the bridge', () => {
  const { gate, open } = setUp();
  void gate.answer(claim({ bridged: 'everything/echo' }), AGENT_OPTIONS, CONTEXT);
  expect(open()).toHaveLength(1);
});

test('the path that an MCP tool takes is an argument of the call, which the bridge judges', async () => {
  const { gate, open } = setUp();
  const named = claim({ toolName: 'everything__echo', paths: [A], pathsAreArguments: true });
  expect(await gate.answer(named, AGENT_OPTIONS, CONTEXT)).toMatchObject({ optionId: 'yes' });
  expect(open()).toEqual([]);
});

test.each(['rule', 'mode', 'bridge', 'earlier answer'])(
  'after a cancel nothing of the turn is allowed by a %s',
  async (by) => {
    const { gate, events, setMode } = setUp(by === 'rule' ? { allow: ['*'] } : {});
    if (by === 'mode') setMode('acceptEdits');
    const context = {
      ...CONTEXT,
      signal: AbortSignal.abort(),
      ...(by === 'earlier answer' ? { alreadyAllowed: true } : {}),
    };
    const asked = by === 'bridge' ? claim({ title: 'everything__echo' }) : claim({ command: 'npm test' });
    expect(await gate.answer(asked, AGENT_OPTIONS, context)).toEqual({ outcome: 'cancelled' });
    expect(await gate.authorize(READ, context)).toMatchObject({ allowed: false, by: 'cancelled' });
    expect(await gate.authorize(RUN, context)).toMatchObject({ allowed: false, by: 'cancelled' });
    expect(events.every((event) => event.type === 'permission_decided' && event.by === 'cancelled')).toBe(
      true,
    );
  },
);

test('a tool of another name whose title is that of a bridged tool is asked about', () => {
  const { gate, open } = setUp();
  const fields = { toolName: 'WebFetch', toolKind: 'fetch', input: { url: 'http://x' } } as const;
  void gate.answer(claim({ title: 'everything__echo', ...fields }), AGENT_OPTIONS, CONTEXT);
  expect(open()).toHaveLength(1);
});

test('a command that only calls itself like a bridged tool is asked about', () => {
  const { gate, open } = setUp();
  void gate.answer(
    claim({ title: 'everything__echo', toolKind: 'execute', command: 'rm -rf .' }),
    AGENT_OPTIONS,
    CONTEXT,
  );
  expect(open()).toHaveLength(1);
});

test('what the user has just allowed as the backend asked is not asked again, but a denying rule still denies', async () => {
  const context = { ...CONTEXT, alreadyAllowed: true };
  expect(await setUp().gate.authorize(RUN, context)).toMatchObject({ allowed: true, by: 'user' });
  expect(await setUp({ deny: ['shell'] }).gate.authorize(RUN, context)).toMatchObject({
    allowed: false,
    by: 'rule',
  });
});
