import type { StampedEvent } from '../../core/state/events.ts';
import type { Elicit } from '../../core/elicitation/elicitation.ts';
import type { Session } from '../../core/ports/session.ts';
import { answerByElicitation } from './answer-by-elicitation.ts';

/** Puts whatever a session asks to whoever is at the other end, until it is answered or no longer asked. */
export function passQuestions(session: Session, elicit: Elicit, signal: AbortSignal): void {
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
