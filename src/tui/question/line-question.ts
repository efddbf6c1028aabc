import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answerLine, answersOf, isRejection, type OfferedAnswer } from '../../core/gate/question-answers.ts';
import { displayPath } from '../../core/gate/workspace-path.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { headingOf, questionLines } from './question-lines.ts';
import { answerFor, checkRuleOf } from './typed-answers.ts';

/** A permission question as it is asked in lines: what would happen, and the answers by their number. */
export function askLines(question: PermissionQuestion): Line[] {
  const { askedBy, roots = [] } = question;
  return [
    line(span(`${headingOf(question)}? (asked by ${askedBy})`)),
    ...questionLines(question),
    ...answersOf(question).map((answer) =>
      line(span(`  ${answer.number} ${answerLine(answer)}${ruleOf(answer, roots)}`)),
    ),
  ];
}

/** What can be typed, as it is said when the question can be answered. */
export function howToAnswer(question: PermissionQuestion): Line {
  const answers = answersOf(question);
  const rejection = answers.find(isRejection);
  const ruled = answers.find(({ rule }) => rule !== undefined);
  const more = [
    ...(rejection === undefined ? [] : [`a reason after ${rejection.number}`]),
    ...(ruled === undefined ? [] : [`a different rule after ${ruled.number}`]),
  ];
  return line(span(`Answer with a number.${more.length === 0 ? '' : ` Add ${more.join(', or ')}.`}`));
}

/** What a line that was typed answers, or what is to be said to whoever typed it. */
export type TakenAnswer = { answer: QuestionAnswer } | { lines: Line[] };

/** Takes a line as the answer to a question. Behind the number of an answer that makes a rule another one can stand. */
export function takeAnswer(question: PermissionQuestion, typed: string): TakenAnswer {
  if (typed === '') return { lines: [...askLines(question), howToAnswer(question)] };
  const answer = answerFor(question, typed);
  if (answer !== null) return { answer: { ...answer, key: typed.slice(0, 1) } };
  const [, number = '0', rule = ''] = /^([1-9])\s+(\S.*)$/.exec(typed) ?? [];
  const offered = answersOf(question).find((one) => one.number === Number(number));
  if (offered?.rule === undefined) return { lines: [whichLine(question, typed)] };
  const { covers, says } = checkRuleOf(question, offered, rule);
  if (!covers) return { lines: [line(span(says))] };
  return { answer: { ...offered.answer, rule, key: number } };
}

function ruleOf({ rule, file }: OfferedAnswer, roots: readonly string[]): string {
  if (rule === undefined) return '';
  return `: ${revealLine(rule)}${file === undefined ? '' : `, saved to ${revealLine(displayPath(roots.slice(0, 1), file))}`}`;
}

function whichLine(question: PermissionQuestion, typed: string): Line {
  const numbers = answersOf(question).map(({ number }) => number);
  const last = numbers.pop();
  const named = [
    ...(numbers.length === 0 ? [] : [numbers.join(', ')]),
    ...(last === undefined ? [] : [last]),
  ];
  return line(span(`"${typed}" is not an answer. Type ${named.join(' or ')}, or Enter to see it again.`));
}
