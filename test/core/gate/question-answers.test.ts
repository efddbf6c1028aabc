import { expect, test } from 'vitest';
import type { Claim, PermissionQuestion, QuestionOption } from '../../../src/core/gate/gate-request.ts';
import { answerLine, answersOf } from '../../../src/core/gate/question-answers.ts';
import { suggestLastingRules } from '../../../src/core/gate/suggest-rules.ts';

const CLAIM: Claim = {
  kind: 'claim',
  title: 'npm test && rm -rf ~',
  toolKind: 'execute',
  paths: [],
  diffs: [],
};
const once = (label: string): QuestionOption => ({ id: label, label, kind: 'allow_once' });
const always = (label: string): QuestionOption => ({ id: label, label, kind: 'allow_always' });
const no = (label: string): QuestionOption => ({ id: label, label, kind: 'reject_once' });

function offered(options: QuestionOption[], more: Partial<PermissionQuestion> = {}): string[] {
  const question = { id: 'q', askedBy: 'agent', request: CLAIM, title: '', options, ...more };
  return answersOf(question).map((answer) => `${answer.number} ${answerLine(answer)}`);
}

const SAME = [
  '1 Allow once · “Yes”',
  '2 Allow for this session, as the agent says · “Always”',
  '3 Reject · “No”',
];

test.each([
  [[once('Yes'), always('Always'), no('No')]],
  [[always('Always'), once('Yes'), no('No')]],
  [[no('No'), always('Always'), once('Yes')]],
])('whatever order an agent sends, its question has the same order and numbers: %j', (options) => {
  expect(offered(options)).toEqual(SAME);
});

test('nothing but a rejection is ever 3, however many options an agent sends', () => {
  for (let count = 0; count < 12; count += 1) {
    const options = Array.from({ length: count }, (_, index) => [
      once(`a${index}`),
      always(`b${index}`),
    ]).flat();
    expect(offered(options).filter((one) => one.startsWith('3 '))).toEqual([]);
    expect(new Set(offered(options).map((one) => one.split(' ')[0])).size).toBe(2 * count);
  }
});

test('a label that lies stands behind what the answer does, with what it hides', () => {
  expect(offered([once('No, reject\u001b[8m'), { ...no('Yes'), kind: 'other' }])).toEqual([
    '1 Allow once · “No, reject\\u{1b}[8m”',
    "7 The agent's own answer · “Yes”",
  ]);
});

test('simse adds what lasts, with its own rule, where the agent offers nothing for longer', () => {
  const files = { project: '/w/.simse/config.json', user: '/home/me/config.json' };
  const more = { suggestedRule: 'shell(npm test*)', keptIn: files };
  expect(offered([once('Yes'), no('No')], more)).toEqual([
    '1 Allow once · “Yes”',
    '2 Allow for this session',
    '3 Reject · “No”',
    '4 Always in this project',
    '5 Always',
  ]);
});

test('a question to a person, with several ways to allow once, gets no rules', () => {
  expect(offered([once('Red'), once('Blue'), no('None')], { suggestedRule: 'shell' })).toEqual([
    '1 Allow once · “Red”',
    '2 Allow once · “Blue”',
    '3 Reject · “None”',
  ]);
});

test('for a command of which only a title is shown no rule is offered: it would allow every command', () => {
  expect(suggestLastingRules(CLAIM, ['/w'])).toEqual([]);
});
