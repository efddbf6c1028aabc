import { checkRulesFor, type RuleCheck } from '../../core/gate/check-rule.ts';
import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answersOf, isRejection, type OfferedAnswer, sessionRule } from '../../core/gate/question-answers.ts';

/** The answer of that number, as it is typed. */
export function answerNumbered(answers: readonly OfferedAnswer[], typed: string): OfferedAnswer | undefined {
  return /^[1-9]$/.test(typed) ? answers.find(({ number }) => number === Number(typed)) : undefined;
}

/** What a whole line answers: the number of an answer, and behind that of a rejection why. */
export function answerFor(question: PermissionQuestion, typed: string): QuestionAnswer | null {
  const [, number = typed, reason = ''] = /^([1-9])\s+(\S[\s\S]*)$/.exec(typed) ?? [];
  const offered = answerNumbered(answersOf(question), number);
  if (offered === undefined || (reason !== '' && !isRejection(offered))) return null;
  return reason === '' ? offered.answer : { ...offered.answer, reason };
}

/**
 * The answer whose rule `e` edits: the marked one, else that for the session. Beside an agent's own "always" it is simse's.
 * null where no rule would settle the question, and where the question is one to a person.
 */
export function editableAnswer(question: PermissionQuestion, selected: number): OfferedAnswer | null {
  const answers = answersOf(question);
  const marked = answers[selected];
  if (marked?.rule !== undefined) return marked;
  return (
    answers.find(({ kind, rule }) => kind === 'allow_always' && rule !== undefined) ?? sessionRule(question)
  );
}

/** What a text would do as the rule of an answer. */
export function checkRuleOf(
  { request, roots = [] }: PermissionQuestion,
  answer: Pick<OfferedAnswer, 'kind'>,
  text: string,
): RuleCheck {
  return checkRulesFor(text, isRejection(answer) ? 'deny' : 'allow', request, roots);
}

/** The rejection that a reason goes with: the marked one, else the mildest. */
export function rejectionOf(answers: readonly OfferedAnswer[], selected: number): OfferedAnswer | undefined {
  const marked = answers[selected];
  if (marked !== undefined && isRejection(marked)) return marked;
  return answers.find(({ kind }) => kind === 'reject_once') ?? answers.find(isRejection);
}
