import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { GateRequest, QuestionOption } from '../../src/core/gate/gate-request.ts';
import type { Session } from '../../src/core/ports/session.ts';
import type { RuleFiles } from '../../src/session/permissions/rule-files.ts';
import { openGate, questionOf } from './open-gate.ts';

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

/** Files in which rules are kept, as a list; `broken` refuses to be written. */
function fakeRuleFiles(broken = false) {
  const written: string[] = [];
  const change = (what: string): Promise<void> => {
    if (broken) return Promise.reject(new SimseError('config', 'config.json is broken'));
    written.push(what);
    return Promise.resolve();
  };
  const files: RuleFiles = {
    fileOf: (scope) => (scope === 'user' ? '/home/me/config.json' : '/w/.simse/config.json'),
    add: (effect, rule, scope) => change(`+ ${effect} ${rule} (${scope})`),
    remove: (effect, rule, scope) => change(`- ${effect} ${rule} (${scope})`),
  };
  return { files, written };
}

test('"always in this project" writes the rule that the question shows into the file that it names', async () => {
  const { files, written } = fakeRuleFiles();
  const { session, gate } = await openGate({ ruleFiles: files });
  const first = gate.authorize({ ...RUN, command: 'npm test -- cart' }, CONTEXT);
  const question = questionOf(session);
  expect(question).toMatchObject({
    rememberRule: 'shell(npm test*)',
    rejectRule: 'shell(npm test -- cart)',
    keptIn: { project: '/w/.simse/config.json', user: '/home/me/config.json' },
  });
  session.answer(question.id, { outcome: 'selected', optionId: 'allow_once', keep: 'project' });
  expect(await first).toMatchObject({ allowed: true, by: 'user' });
  expect(written).toEqual(['+ allow shell(npm test*) (project)']);
  expect(rulesOf(session)).toEqual(['allow shell(npm test*) (project config)']);
  expect(await gate.authorize(RUN, CONTEXT)).toMatchObject({ allowed: true, by: 'rule' });
});

test('an answer to the agent’s own question can be kept as well, a rejection as a rule that denies', async () => {
  const { files, written } = fakeRuleFiles();
  const { session, gate } = await openGate({ ruleFiles: files });
  const answer = gate.answer(CLAIM, OPTIONS, CONTEXT);
  const question = questionOf(session);
  const no = question.options.find(({ kind }) => kind === 'reject_once');
  session.answer(question.id, { outcome: 'selected', optionId: no?.id ?? '', keep: 'user' });
  await answer;
  expect(written).toEqual(['+ deny shell(npm test) (user)']);
});

test('a rule that cannot be written holds for this session, and I am told', async () => {
  const { session, gate } = await openGate({ ruleFiles: fakeRuleFiles(true).files });
  const first = gate.authorize(RUN, CONTEXT);
  session.answer(questionOf(session).id, { outcome: 'selected', optionId: 'allow_once', keep: 'user' });
  expect((await first).allowed).toBe(true);
  expect(rulesOf(session)).toEqual(['allow shell(npm test*) (your answer)']);
  const notices = [...session.getState().entries].flatMap((entry) => ('text' in entry ? entry.text : []));
  expect(notices.join()).toContain('holds for this session only: config.json is broken');
});

test('where nothing can be kept the question says so', async () => {
  const { session, gate } = await openGate();
  void gate.authorize(RUN, CONTEXT);
  expect(questionOf(session).keptIn).toBeUndefined();
});

test('/permissions adds rules to a config.json, names the file, and takes them out again', async () => {
  const { files, written } = fakeRuleFiles();
  const { session } = await openGate({ ruleFiles: files });
  const said = async (line: string) => {
    const result = await session.runCommand(line);
    return 'text' in result ? result.text : '';
  };
  expect(await said('/permissions deny --project shell(rm *)')).toBe(
    'In /w/.simse/config.json: denies commands that match rm *.',
  );
  expect(await said('/permissions allow --user shell(ls *)')).toContain('In /home/me/config.json: allows');
  expect(await said('/permissions allow --everywhere shell(ls *)')).toContain('is not a permission rule');
  expect(rulesOf(session)).toEqual(['deny shell(rm *) (project config)', 'allow shell(ls *) (your config)']);
  await said('/permissions allow --project shell(ls *)');
  expect(await said('/permissions forget shell(ls *)')).toContain('say --project or --user');
  expect(await said('/permissions forget --user shell(ls *)')).toBe(
    'shell(ls *) was removed from /home/me/config.json.',
  );
  await said('/permissions forget shell(ls *)');
  await said('/permissions forget shell(rm *)');
  expect(rulesOf(session)).toEqual([]);
  expect(written.slice(-3)).toEqual([
    '- allow shell(ls *) (user)',
    '- allow shell(ls *) (project)',
    '- deny shell(rm *) (project)',
  ]);
});
