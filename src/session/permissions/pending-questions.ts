import { randomUUID } from 'node:crypto';
import type {
  Elicit,
  Elicitation,
  ElicitationAnswer,
  ElicitationRequest,
} from '../../core/elicitation/elicitation.ts';
import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';

/** Things that wait for the user's answer, in the order they came. */
interface Pending<Item extends { id: string }, Answer> {
  /** Shows an item and waits. Resolves as cancelled when the signal aborts or these are closed. Never rejects. */
  ask(item: Omit<Item, 'id'>, signal?: AbortSignal): Promise<Answer>;
  /** Settles an open item; an unknown id is ignored. */
  settle(id: string, answer: Answer): void;
  /** The open items, oldest first. */
  open(): Item[];
  close(): void;
}

interface PendingOptions<Item, Answer> {
  asked(item: Item): void;
  closed(id: string): void;
  /** The answer of an item that went away. */
  cancelled: Answer;
}

function createPending<Item extends { id: string }, Answer>(
  options: PendingOptions<Item, Answer>,
): Pending<Item, Answer> {
  const pending = new Map<string, { item: Item; resolve: (answer: Answer) => void }>();
  let isClosed = false;

  const settle = (id: string, answer: Answer) => {
    const waiting = pending.get(id);
    if (waiting === undefined) return;
    pending.delete(id);
    options.closed(id);
    waiting.resolve(answer);
  };

  return {
    ask(asked, signal) {
      if (isClosed || signal?.aborted === true) return Promise.resolve(options.cancelled);
      const item = { ...asked, id: randomUUID() } as Item;
      return new Promise((resolve) => {
        const onAbort = () => settle(item.id, options.cancelled);
        const finish = (answer: Answer) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(answer);
        };
        pending.set(item.id, { item, resolve: finish });
        signal?.addEventListener('abort', onAbort, { once: true });
        options.asked(item);
      });
    },
    settle,
    open: () => Array.from(pending.values(), ({ item }) => item),
    close() {
      isClosed = true;
      for (const id of Array.from(pending.keys())) settle(id, options.cancelled);
    },
  };
}

export type PendingQuestions = Pending<PermissionQuestion, QuestionAnswer>;

/** Where permission questions wait for the user. */
export function createPendingQuestions(emit: EmitEvent): PendingQuestions {
  return createPending<PermissionQuestion, QuestionAnswer>({
    asked: (question) => emit({ type: 'question_asked', question }),
    closed: (questionId) => emit({ type: 'question_closed', questionId }),
    cancelled: { outcome: 'cancelled' },
  });
}

interface PendingElicitations extends Pick<Pending<Elicitation, ElicitationAnswer>, 'settle' | 'close'> {
  readonly elicit: Elicit;
}

/** Where requests for information wait for the user. Without anybody to ask they are declined, and that is said. */
export function createPendingElicitations(emit: EmitEvent, interactive: boolean): PendingElicitations {
  const pending = createPending<Elicitation, ElicitationAnswer>({
    asked: (elicitation) => emit({ type: 'elicitation_asked', elicitation }),
    closed: (elicitationId) => emit({ type: 'elicitation_closed', elicitationId }),
    cancelled: { action: 'cancel' },
  });
  return {
    settle: pending.settle,
    close: pending.close,
    elicit(request, { askedBy, signal }) {
      if (interactive) return pending.ask({ askedBy, request }, signal);
      emit({ type: 'notice', level: 'warn', source: askedBy, text: describeDeclined(request) });
      return Promise.resolve({ action: 'decline' });
    },
  };
}

function describeDeclined(request: ElicitationRequest): string {
  const message = cleanLine(request.message);
  return request.mode === 'form'
    ? `It asked for information, which was declined without a terminal: ${message}`
    : `It asked to have a page opened, which was declined without a terminal: ${cleanLine(request.url)} (${message})`;
}
