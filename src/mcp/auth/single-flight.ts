import { unlessAborted } from '../../core/unless-aborted.ts';

export interface SingleFlight<T> {
  /** Runs the task, or waits for the one that runs. It is aborted when the last who waits for it has given up. */
  run(task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Has one task do for all who want it at the same time. */
export function createSingleFlight<T>(): SingleFlight<T> {
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
        }
      }
    },
  };
}

function start<T>(task: (signal: AbortSignal) => Promise<T>) {
  const ending = new AbortController();
  return { result: task(ending.signal), waiting: 0, ending };
}
