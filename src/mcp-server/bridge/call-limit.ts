import { SimseError } from '../../core/errors.ts';
import { limitConcurrency } from '../../core/limit-concurrency.ts';

/** Far more than an agent has use for: it only stops one that has run wild. */
const MAX_CALLS = 512;

/** Runs a task at once, or rejects with `limit` while too many are running. */
export type CallLimit = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createCallLimit(max = MAX_CALLS): CallLimit {
  const limit = limitConcurrency(max);
  return async (task) => {
    using slot = limit.tryEnter();
    if (slot === null) throw new SimseError('limit', `${max} calls are running already`);
    return await task();
  };
}
