import { mapLimited } from '../core/limit-concurrency.ts';

/** How many files are read at a time: each is open meanwhile, and a process may have few. */
export const READ_TOGETHER = 64;

/** Reads something for each item, in their order, and not all at once. Rejects as the first that cannot be read. */
export function readTogether<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  return Promise.all(mapLimited(items, READ_TOGETHER, read));
}
