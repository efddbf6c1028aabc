/** Lets only so many run at the same time. Disposing of a slot lets the next one run. */
export interface ConcurrencyLimit {
  /** A slot, where one is free now. */
  tryEnter(): Disposable | null;
  /** Waits for a slot, behind those that wait already. Rejects with the signal's reason. */
  enter(signal?: AbortSignal): Promise<Disposable>;
}

export function limitConcurrency(max: number): ConcurrencyLimit {
  const waiting = new Set<() => void>();
  let running = 0;

  /** A slot that is left goes to whoever has waited longest. */
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else next();
  };
  const newSlot = (): Disposable => {
    let isLeft = false;
    return {
      [Symbol.dispose]() {
        if (!isLeft) leave();
        isLeft = true;
      },
    };
  };
  const tryEnter = (): Disposable | null => {
    if (running >= max) return null;
    running += 1;
    return newSlot();
  };
  const wait = (signal?: AbortSignal): Promise<Disposable> =>
    new Promise((resolve, reject) => {
      const next = (): void => {
        stop();
        resolve(newSlot());
      };
      const giveUp = (): void => {
        stop();
        reject(signal?.reason as Error);
      };
      const stop = (): void => {
        waiting.delete(next);
        signal?.removeEventListener('abort', giveUp);
      };
      waiting.add(next);
      signal?.addEventListener('abort', giveUp, { once: true });
    });

  return {
    tryEnter,
    async enter(signal) {
      signal?.throwIfAborted();
      return tryEnter() ?? (await wait(signal));
    },
  };
}

/** Begins the work for every item in their order, never more than so many at a time. A failure stops no other. */
export function mapLimited<Item, Result>(
  items: readonly Item[],
  max: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result>[] {
  const limit = limitConcurrency(max);
  return items.map(async (item, index) => {
    using _slot = limit.tryEnter() ?? (await limit.enter());
    return await work(item, index);
  });
}
