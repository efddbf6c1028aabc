/** How many files are read at a time: each is open meanwhile, and a process may have few. */
export const READ_TOGETHER = 64;

/** Reads something for each item, in their order, and not all at once. Rejects as the first that cannot be read. */
export async function readTogether<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += READ_TOGETHER)
    results.push(...(await Promise.all(items.slice(at, at + READ_TOGETHER).map(read))));
  return results;
}
