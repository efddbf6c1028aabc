/** Lets only so many run at the same time; the others wait in their order. */
export interface Places {
  /** Waits until few enough run; disposing of it lets the next one run. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<Disposable>;
}

export function createPlaces(max: number): Places {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** A place that is left goes to whoever has waited longest. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (running >= max) await waitForRoom(waiting, signal);
      else running += 1;
      return { [Symbol.dispose]: leave };
    },
  };
}

function waitForRoom(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal.reason as Error);
    };
    waiting.push(enter);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
