import { randomUUID } from 'node:crypto';
import type { PermissionQuestion, QuestionAnswer } from '../core/gate-request.ts';
import type { EmitEvent } from '../core/ports.ts';

export interface QuestionDesk {
  /** Shows a question and waits. Resolves `cancelled` when the signal aborts or the desk closes. Never rejects. */
  ask(question: Omit<PermissionQuestion, 'id'>, signal?: AbortSignal): Promise<QuestionAnswer>;
  /** Settles an open question; an unknown id is ignored. */
  settle(questionId: string, answer: QuestionAnswer): void;
  /** The open questions, oldest first. */
  open(): PermissionQuestion[];
  close(): void;
}

/** Keeps the questions that wait for the user, in the order they came. */
export function createQuestionDesk(emit: EmitEvent): QuestionDesk {
  const pending = new Map<
    string,
    { question: PermissionQuestion; resolve: (answer: QuestionAnswer) => void }
  >();
  let closed = false;

  const settle = (questionId: string, answer: QuestionAnswer) => {
    const waiting = pending.get(questionId);
    if (waiting === undefined) return;
    pending.delete(questionId);
    emit({ type: 'question_closed', questionId });
    waiting.resolve(answer);
  };

  return {
    ask(question, signal) {
      if (closed || signal?.aborted === true) return Promise.resolve({ outcome: 'cancelled' });
      const full: PermissionQuestion = { ...question, id: randomUUID() };
      return new Promise((resolve) => {
        const onAbort = () => settle(full.id, { outcome: 'cancelled' });
        const finish = (answer: QuestionAnswer) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(answer);
        };
        pending.set(full.id, { question: full, resolve: finish });
        signal?.addEventListener('abort', onAbort, { once: true });
        emit({ type: 'question_asked', question: full });
      });
    },
    settle,
    open: () => [...pending.values()].map(({ question }) => question),
    close() {
      closed = true;
      for (const id of Array.from(pending.keys())) settle(id, { outcome: 'cancelled' });
    },
  };
}
