import type { SessionState } from '../../core/state/session-state.ts';
import { BLANK, line, wrapLines } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { elicitationLines } from '../form/elicitation-lines.ts';
import { questionLines } from '../question/question-lines.ts';
import { longPage } from './long-page.ts';
import type { PagerPage } from './pager-page.ts';

type Asked = Pick<SessionState, 'questions' | 'elicitations'>;

/** The id of what is asked just now, which is looked at first: the question in front, else a request for information. */
export function askedId({ questions: [question], elicitations: [elicitation] }: Asked): string | null {
  return question?.id ?? elicitation?.id ?? null;
}

/** All of what is asked; null when it is asked no longer. */
export function questionPage(
  { questions, elicitations }: Asked,
  id: string,
  columns: number,
): PagerPage | null {
  const question = questions.find((candidate) => candidate.id === id);
  if (question !== undefined) {
    const lines = [line(span(question.title, 'strong')), BLANK, ...questionLines(question)];
    return longPage({ id, title: `Asked by ${question.askedBy}` }, lines, columns);
  }
  const elicitation = elicitations.find((candidate) => candidate.id === id);
  if (elicitation === undefined) return null;
  const rows = wrapLines(elicitationLines(elicitation.request), columns);
  return { id, title: `Asked by ${elicitation.askedBy}`, rows };
}
