import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { GateRequest, QuestionOption } from '../../src/core/gate/gate-request.ts';
import type { Session } from '../../src/core/ports/session.ts';
import { openGate, questionOf } from './open-gate.ts';
import { ran, text } from './open-session.ts';

const RUN: GateRequest = { kind: 'shell', command: 'npm test', cwd: '/w' };
const CLAIM: GateRequest = {
  kind: 'claim',
  title: 'Bash',
  toolKind: 'execute',
  command: 'npm test',
  paths: [],
  diffs: [],
};
const CONTEXT = { askedBy: 'fake' };
const OPTIONS: QuestionOption[] = [
  { id: 'yes', label: 'Yes', kind: 'allow_once' },
  { id: 'no', label: 'No', kind: 'reject_once' },
];

const rulesOf = (session: Session) =>
  session.permissions.rules().map(({ effect, rule, source }) => `${effect} ${rule} (${source})`);

test('rules are listed with where they come from, deny before ask before allow', async () => {
  const { session } = await openGate({
    rules: [
      { effect: 'allow', rule: 'files/*', source: 'command line' },
      { effect: 'ask', rule: 'shell(git push*)', source: 'project config', file: '/w/.simse/config.json' },
      { effect: 'deny', rule: 'write_file(.env)', source: 'your config' },
    ],
  });
  session.permissions.add('deny', 'shell(rm *)');
  expect(rulesOf(session)).toEqual([
    'deny write_file(.env) (your config)',
    'deny shell(rm *) (this session)',
    'ask shell(git push*) (project config)',
    'allow files/* (command line)',
  ]);
  expect(session.permissions.rules().map(({ isOfSession }) => isOfSession)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('an answer for the session is a rule that can be forgotten, and then it is asked again', async () => {
  const { session, gate } = await openGate();
  let told = 0;
  session.permissions.onChange(() => (told += 1));
  const first = gate.authorize(RUN, CONTEXT);
  session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'allow_always' });
  await first;
  expect(rulesOf(session)).toEqual(['allow shell(npm test*) (your answer)']);
  expect(await gate.authorize(RUN, CONTEXT)).toMatchObject({ allowed: true, by: 'remembered' });
  session.permissions.remove('allow', 'shell(npm test*)');
  expect(told).toBe(2);
  void gate.authorize(RUN, CONTEXT);
  expect(questionOf(session).title).toBe('Run npm test');
});

test.each([
  ['allow', true],
  ['deny', false],
] as const)('a rule that is added settles what is asked: %s', async (effect, allowed) => {
  const { session, gate } = await openGate();
  const verdict = gate.authorize(RUN, CONTEXT);
  session.permissions.add(effect, 'shell(npm *)');
  expect((await verdict).allowed).toBe(allowed);
  expect(session.getState().questions).toEqual([]);
});

test('an asking rule of the session asks for what else would be allowed', async () => {
  const { session, gate } = await openGate({ mode: 'bypassPermissions' });
  session.permissions.add('ask', 'shell(npm *)');
  void gate.authorize(RUN, CONTEXT);
  expect(questionOf(session).title).toBe('Run npm test');
});

test('rules from elsewhere stay, and what is no rule is refused', async () => {
  const { session } = await openGate({
    rules: [{ effect: 'allow', rule: 'files/*', source: 'command line' }],
  });
  session.permissions.remove('allow', 'files/*');
  expect(rulesOf(session)).toEqual(['allow files/* (command line)']);
  expect(() => session.permissions.add('allow', 'no rule')).toThrow(SimseError);
});

test('an edited rule is remembered in place of the suggested one', async () => {
  const { session, gate } = await openGate();
  const first = gate.authorize(RUN, CONTEXT);
  const answer = { outcome: 'selected', optionId: 'allow_always', rule: 'shell(npm *)' } as const;
  session.answer(questionOf(session).id, answer);
  await first;
  expect(rulesOf(session)).toEqual(['allow shell(npm *) (your answer)']);
  expect((await gate.authorize({ ...RUN, command: 'npm ci' }, CONTEXT)).allowed).toBe(true);
});

test.each(['shell(yarn *)', 'no rule'])(
  'a rule that does not cover it is not remembered: %s',
  async (rule) => {
    const { session, gate } = await openGate();
    const verdict = gate.authorize(RUN, CONTEXT);
    session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'allow_always', rule });
    expect((await verdict).allowed).toBe(true);
    expect(rulesOf(session)).toEqual([]);
  },
);

test("beside an agent's own question a rule of simse's can be made, which then answers the next", async () => {
  const { session, gate } = await openGate();
  const first = gate.answer(CLAIM, OPTIONS, CONTEXT);
  const question = questionOf(session);
  expect(question).toMatchObject({ suggestedRule: 'shell(npm test*)', options: OPTIONS });
  expect(question.rememberRule).toBeUndefined();
  session.answer(question.id, { outcome: 'selected', optionId: 'yes', rule: 'shell(npm *)' });
  expect(await first).toEqual({ outcome: 'selected', optionId: 'yes' });
  expect(await gate.answer(CLAIM, OPTIONS, CONTEXT)).toEqual({ outcome: 'selected', optionId: 'yes' });
});

test('what simse refuses says why in the words of the user', async () => {
  const { session, gate, prompts } = await openGate();
  const verdict = gate.authorize(RUN, CONTEXT);
  session.answer(questionOf(session).id, {
    outcome: 'selected',
    optionId: 'reject_once',
    reason: 'use pnpm',
  });
  expect(await verdict).toEqual({ allowed: false, by: 'user', reason: 'the user rejected it: use pnpm' });
  expect(session.getState().queue).toEqual([]);
  expect(prompts).toEqual(['go']);
});

test("the reason of a rejected question of the agent's own is steered into its turn", async () => {
  const { session, gate, backend } = await openGate({}, true);
  const reply = gate.answer(CLAIM, OPTIONS, CONTEXT);
  session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'no', reason: 'use pnpm' });
  expect(await reply).toEqual({ outcome: 'selected', optionId: 'no' });
  await expect.poll(() => backend.steered).toEqual(['I rejected "Run npm test": use pnpm']);
  await expect.poll(() => session.getState().queue).toEqual([]);
});

test('an agent that takes the reason with the answer is told nothing besides', async () => {
  const { session, gate } = await openGate();
  const reply = gate.answer(CLAIM, OPTIONS, { ...CONTEXT, takesReason: true });
  session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'no', reason: 'use pnpm' });
  expect(await reply).toEqual({ outcome: 'selected', optionId: 'no', reason: 'use pnpm' });
  expect(session.getState().queue).toEqual([]);
});

test('where an agent cannot be steered the reason is the next prompt, before what waits already', async () => {
  const { session, gate } = await openGate();
  void session.prompt(text('and then this'));
  void gate.answer(CLAIM, OPTIONS, CONTEXT);
  session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'no', reason: 'use pnpm' });
  const queued = () => session.getState().queue.map((prompt) => prompt.text);
  await expect.poll(queued).toEqual(['I rejected "Run npm test": use pnpm', 'and then this']);
});

test('an answer that allows says nothing to the agent, whatever was typed', async () => {
  const { session, gate } = await openGate();
  void gate.answer(CLAIM, OPTIONS, CONTEXT);
  session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'yes', reason: 'use pnpm' });
  await expect.poll(() => session.getState().questions).toEqual([]);
  expect(session.getState().queue).toEqual([]);
});

test.each([
  ['/permissions allow shell(git *)', 'For this session: allows commands that match git *.'],
  ['/permissions deny', 'Which rule? /permissions deny shell(git status*)'],
  [
    '/permissions forget files/*',
    'files/* is not of this session, but of the command line: it is changed there.',
  ],
  ['/permissions forget shell', 'There is no rule shell. /permissions lists them.'],
  ['/permissions grant shell', 'Usage: /permissions allow|ask|deny|forget <rule>'],
  ['/permissions allow two words', '"two words" is not a permission rule.'],
])('%s says: %s', async (line, said) => {
  const { session } = await openGate({
    rules: [{ effect: 'allow', rule: 'files/*', source: 'command line' }],
  });
  expect(await session.runCommand(line)).toMatchObject({
    kind: 'handled',
    text: expect.stringContaining(said),
  });
});

test('/permissions forget takes back what was added, and /permissions lists what is left', async () => {
  const { session } = await openGate();
  await session.runCommand('/permissions deny shell(rm *)');
  const listed = await ran(session, '/permissions');
  expect(listed).toMatchObject({
    kind: 'panel',
    panel: 'permissions',
    text: expect.stringContaining('deny   shell(rm *)'),
  });
  await session.runCommand('/permissions forget shell(rm *)');
  expect(session.permissions.rules()).toEqual([]);
});

test("/permissions says which mode counts, also where it is the agent's own, and an agent that plans is held to it", async () => {
  const { session, gate, emit } = await openGate();
  const choices = [
    { value: 'free', name: 'Free\u001b[2J' },
    { value: 'plan', name: 'Plan' },
  ];
  const says = async () => {
    const said = await ran(session, '/permissions');
    return 'text' in said ? String(said.text).split('\n')[0] : '';
  };
  const option = { id: 'mode', name: 'Mode', category: 'mode', value: 'free', choices };
  emit({ type: 'config_options', options: [{ ...option, like: 'bypassPermissions' }] });
  expect(await says()).toBe(
    'The mode is bypassPermissions: fake is in its own mode "Free", which counts; simse\'s is default.',
  );
  void gate.authorize(RUN, CONTEXT);
  expect(questionOf(session).title).toBe('Run npm test');
  emit({ type: 'config_options', options: [{ ...option, value: 'plan', like: 'plan' }] });
  expect(await says()).toMatch(/^The mode is plan: /);
  expect(await gate.authorize({ ...RUN, command: 'ls' }, CONTEXT)).toMatchObject({
    allowed: false,
    by: 'mode',
  });
});
