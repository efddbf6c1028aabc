import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import type { Elicit } from '../../core/elicitation/elicitation.ts';
import { optionFor } from '../permissions/option-for.ts';
import { answerLine, answersOf } from '../../core/gate/question-answers.ts';
import { questionText } from './question-text.ts';

const FIELD = 'answer';
const CANCELLED: QuestionAnswer = { outcome: 'cancelled' };

/** Puts a permission question to whoever is at the other end, as a form with its options. Whoever declines rejects. */
export async function answerByElicitation(
  question: PermissionQuestion,
  elicit: Elicit,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  const { request, options, askedBy } = question;
  // What has become of a tool is approved of where simse runs, since it then holds for every session.
  if (request.kind === 'tool' && request.change !== undefined) return CANCELLED;
  // Rules are the user's own: whoever is at the other end answers this one question.
  const plain = answersOf(question).filter(({ answer }) => answer.rule === undefined);
  const choices = plain.map((one) => ({ value: one.answer.optionId, label: answerLine(one) }));
  const form = {
    mode: 'form',
    message: questionText(question),
    fields: [{ key: FIELD, label: 'Answer', required: true, type: 'choice', options: choices }],
  } as const;
  const answer = await elicit({ ...form, fields: [...form.fields] }, { askedBy, signal });
  if (answer.action === 'cancel') return CANCELLED;
  const chosen = answer.action === 'accept' ? answer.content?.[FIELD] : undefined;
  const option = options.find(({ id }) => id === chosen) ?? optionFor(options, 'deny');
  return option === null ? CANCELLED : { outcome: 'selected', optionId: option.id };
}
