import { cleanLine } from '../../core/clean-text.ts';
import type { PermissionQuestion, QuestionAnswer } from '../../core/gate-request.ts';
import type { Elicit } from '../../core/ports.ts';
import { optionFor } from '../permissions/option-for.ts';
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
  const choices = options.map(({ id, label }) => ({ value: id, label: cleanLine(label) }));
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
