import { SimseError } from '../../core/errors.ts';

/** Far more than an agent has use for: it only stops one that has run wild. */
const MAX_CALLS = 512;

/** Runs a task at once, or rejects with `limit` while too many are running. */
export type CallLimit = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createCallLimit(max = MAX_CALLS): CallLimit {
  let running = 0;
  return async (task) => {
    if (running >= max) throw new SimseError('limit', `${max} calls are running already`);
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
    }
  };
}
