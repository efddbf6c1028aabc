import type { GateRequest, QuestionOption, Verdict } from '../../core/gate/gate-request.ts';
import type { AskContext } from '../../core/ports/gatekeeper.ts';
import type { Asker, Chosen } from './asker.ts';

/** Of questions that are asked at once; the others wait for these, and an answer to one may settle many. */
const MAX_OPEN = 20;

/** Asks a few questions at a time. */
export interface PatientAsker {
  /** Asks when its turn comes, unless `settle` says by then that something but the mode has settled it. */
  ask(
    request: GateRequest,
    choices: readonly QuestionOption[] | 'own',
    context: AskContext,
    settle: () => Verdict | null,
  ): Promise<{ settled: Verdict | null; chosen: Chosen | undefined }>;
}

export function takeTurns(asker: Asker): PatientAsker {
  const turnstile = createTurnstile(MAX_OPEN);
  return {
    ask: (request, choices, context, settle) =>
      turnstile.pass(async () => {
        const settled = settle();
        if (settled !== null && settled.by !== 'mode') return { settled, chosen: undefined };
        return { settled: null, chosen: await asker.ask(request, choices, context) };
      }, context.signal),
  };
}

/** Lets so many through at once; the others wait in the order they came. */
interface Turnstile {
  /** Does the job when there is room for it, or its signal aborts: at once, and before this returns, if that is now. */
  pass<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

function createTurnstile(places: number): Turnstile {
  const waiting = new Set<() => void>();
  let inside = 0;

  const leave = (): void => {
    inside -= 1;
    const [next] = waiting;
    if (inside < places) next?.();
  };
  const begin = <T>(job: () => Promise<T>): Promise<T> => {
    inside += 1;
    return job().finally(leave);
  };
  return {
    pass(job, signal) {
      if (inside < places || signal?.aborted === true) return begin(job);
      return new Promise((resolve) => {
        const enter = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', enter);
          resolve(begin(job));
        };
        waiting.add(enter);
        signal?.addEventListener('abort', enter, { once: true });
      });
    },
  };
}
