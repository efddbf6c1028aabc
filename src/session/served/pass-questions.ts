import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { Claim, GateRequest, PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answerLine, answersOf } from '../../core/gate/question-answers.ts';
import type { SessionQuestions, SessionView } from '../../core/ports/session.ts';
import type { StampedEvent } from '../../core/state/events.ts';
import { revealLine, revealText } from '../../core/text/reveal-text.ts';
import type { Diff } from '../../core/tool-call.ts';
import { unifiedDiff } from '../export/transcript.ts';
import { optionFor } from '../permissions/asker.ts';

const MAX_CHARS = 8000;

/** A permission question as one text, with what will run: whoever answers it may see nothing else. */
function questionText({ askedBy, title, request }: PermissionQuestion): string {
  const details = detailsOf(request);
  const hidden = details.length - MAX_CHARS;
  const shown = hidden > 0 ? `${details.slice(0, MAX_CHARS)}\n… ${hidden} more characters` : details;
  return [revealLine(`${askedBy} asks: ${title}`), ...(shown === '' ? [] : ['', shown])].join('\n');
}

function detailsOf(request: GateRequest): string {
  switch (request.kind) {
    case 'read':
      return revealText(request.path.real);
    case 'edit':
      return diffText({ ...request.diff, path: request.path.real });
    case 'shell':
      return revealText(`${request.command}\n\nin ${request.cwd}`);
    case 'tool':
      return asJson(request.args);
    case 'sampling':
      return revealText(request.prompt);
    case 'claim':
      return claimText(request);
  }
}

function claimText({ plan, command, diffs, paths, input }: Claim): string {
  const parts = [
    ...(plan === undefined ? [] : [revealText(plan)]),
    ...(command === undefined ? [] : [revealText(command)]),
    ...paths.map(({ real }) => revealText(real)),
    ...diffs.map(diffText),
    ...(input === undefined || plan !== undefined ? [] : [asJson(input)]),
  ];
  return parts.join('\n');
}

function diffText(diff: Diff): string {
  return [revealText(diff.path), ...unifiedDiff(diff)].join('\n');
}

function asJson(value: unknown): string {
  return revealText(JSON.stringify(value, null, 2) ?? '');
}

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

/** Puts whatever a session asks to whoever is at the other end, until it is answered or no longer asked. */
export function passQuestions(
  session: SessionView & SessionQuestions,
  elicit: Elicit,
  signal: AbortSignal,
): void {
  const open = new Map<string, AbortController>();

  const put = async (id: string, ask: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const closed = new AbortController();
    open.set(id, closed);
    await ask(AbortSignal.any([signal, closed.signal]));
  };
  const close = (id: string): void => {
    open.get(id)?.abort();
    open.delete(id);
  };

  session.onEvent((event: StampedEvent) => {
    switch (event.type) {
      case 'question_asked': {
        const { question } = event;
        return void put(question.id, async (either) =>
          session.answer(question.id, await answerByElicitation(question, elicit, either)),
        );
      }
      case 'elicitation_asked': {
        const { id, request, askedBy } = event.elicitation;
        return void put(id, async (either) =>
          session.answerElicitation(id, await elicit(request, { askedBy, signal: either })),
        );
      }
      case 'question_closed':
        return close(event.questionId);
      case 'elicitation_closed':
        return close(event.elicitationId);
      default:
        return undefined;
    }
  });
}
