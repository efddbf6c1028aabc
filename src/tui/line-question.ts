import type { PermissionQuestion, QuestionAnswer, QuestionOption } from '../core/gate-request.ts';
import { answerFor, checkRuleOf, editableRule, isLasting } from './dialog/typed-answers.ts';
import { type Line, line } from './draw/line.ts';
import { span } from './draw/span.ts';
import { questionLines } from './transcript/question-lines.ts';

/** A permission question as it is asked in lines: what would happen, and the answers by their number. */
export function askLines(question: PermissionQuestion): Line[] {
  const { title, askedBy, options } = question;
  const numbered = options.map((option, index) => {
    const rule = ruleOf(question, index);
    return line(span(`  ${index + 1} ${option.label}${rule}`));
  });
  const hasRule = options.some((_, index) => ruleOf(question, index) !== '');
  return [
    line(span(`${title}? (asked by ${askedBy})`)),
    ...questionLines(question),
    ...numbered,
    line(
      span(
        `Which? Type its number; behind that of a rejection, why${hasRule ? '; of a rule, another' : ''}.`,
      ),
    ),
  ];
}

/** What a line that was typed answers, or what is to be said to whoever typed it. */
export type TakenAnswer = { answer: QuestionAnswer } | { lines: Line[] };

/** Takes a line as the answer to a question. Behind the number of an answer that a rule can go with stands the rule. */
export function takeAnswer(question: PermissionQuestion, typed: string): TakenAnswer {
  if (typed === '') return { lines: askLines(question) };
  const answer = answerFor(question, typed);
  if (answer !== null) return { answer };
  const [, number = '0', rule = ''] = /^([1-9])\s+(\S.*)$/.exec(typed) ?? [];
  const option = question.options[Number(number) - 1];
  const editable = editableRule(question, Number(number) - 1);
  if (option === undefined || editable?.option.id !== option.id)
    return { lines: [whichLine(question, typed)] };
  const { covers, says } = checkRuleOf(question, editable.effect, rule);
  if (!covers) return { lines: [line(span(says))] };
  return { answer: { outcome: 'selected', optionId: option.id, rule } };
}

/** The rule that an answer makes, or that can be typed behind its number. */
function ruleOf(question: PermissionQuestion, index: number): string {
  const editable = editableRule(question, index);
  const option = question.options[index];
  if (option === undefined || editable?.option !== option) return '';
  const { rule } = editable;
  return isLasting(option) ? `: ${rule}` : `, or for this session: ${index + 1} ${rule}`;
}

function whichLine({ options }: { options: readonly QuestionOption[] }, typed: string): Line {
  const numbers = options.length === 1 ? '1' : `1 to ${options.length}`;
  return line(span(`"${typed}" is no answer: type ${numbers}. Enter alone asks again.`));
}
