import { setImmediate as nextRound } from 'node:timers/promises';

/** How long work may take before keys and output have their turn. */
const SLICE_MS = 4;

/** Lets long work on the main thread make room for everything else. */
export interface Pacer {
  /** Whether it is time for a rest: to be asked often, as it costs next to nothing. */
  isDue(): boolean;
  /** Resolves when what waited has had its turn. Rejects when the signal is aborted. */
  rest(): Promise<void>;
}

export function createPacer(signal: AbortSignal): Pacer {
  let until = performance.now() + SLICE_MS;
  return {
    isDue: () => performance.now() >= until,
    async rest() {
      await nextRound();
      signal.throwIfAborted();
      until = performance.now() + SLICE_MS;
    },
  };
}
