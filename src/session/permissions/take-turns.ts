import type { GateRequest, QuestionOption, Verdict } from '../../core/gate/gate-request.ts';
import { limitConcurrency } from '../../core/limit-concurrency.ts';
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
  const limit = limitConcurrency(MAX_OPEN);
  return {
    async ask(request, choices, context, settle) {
      const { signal } = context;
      // What is cancelled waits no longer: it is settled as such.
      const isCancelled = signal?.aborted === true;
      using _slot = isCancelled ? null : (limit.tryEnter() ?? (await limit.enter(signal).catch(() => null)));
      const settled = settle();
      if (settled !== null && settled.by !== 'mode') return { settled, chosen: undefined };
      return { settled: null, chosen: await asker.ask(request, choices, context) };
    },
  };
}
