/** Runs work for every item, at most `limit` at a time, begun in their order. Settles when all of it has. */
export async function runLimited<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<PromiseSettledResult<void>[]> {
  const results: Promise<void>[] = [];
  const running = new Set<Promise<void>>();
  for (const [index, item] of items.entries()) {
    while (running.size >= limit) await Promise.race(running);
    const result = work(item, index);
    const ended: Promise<void> = result.then(
      () => void running.delete(ended),
      () => void running.delete(ended),
    );
    running.add(ended);
    results.push(result);
  }
  return Promise.allSettled(results);
}
