import { unlessAborted } from '../../core/abort.ts';

export interface SingleFlight<T> {
  /** Runs the task, or waits for the one that runs. It is aborted when the last who waits for it has given up. */
  run(task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

interface FlightOptions {
  /** Whether who gives up last waits until the task has ended, since it would leave something behind. */
  waitsForEnd?: boolean;
}

/** Has one task do for all who want it at the same time. */
export function createSingleFlight<T>({ waitsForEnd = false }: FlightOptions = {}): SingleFlight<T> {
  let flight: { result: Promise<T>; waiting: number; ending: AbortController } | undefined;
  return {
    async run(task, signal) {
      signal.throwIfAborted();
      const joined = (flight ??= start(task));
      joined.waiting += 1;
      try {
        return await unlessAborted(joined.result, signal);
      } finally {
        joined.waiting -= 1;
        if (joined.waiting === 0) {
          joined.ending.abort(signal.reason);
          if (flight === joined) flight = undefined;
          // How it ended is told to who waited for it.
          if (waitsForEnd) await joined.result.catch(() => {});
        }
      }
    },
  };
}

function start<T>(task: (signal: AbortSignal) => Promise<T>) {
  const ending = new AbortController();
  return { result: task(ending.signal), waiting: 0, ending };
}
