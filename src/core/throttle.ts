/** Runs something when it is asked for, but not more often than its interval allows. */
export interface Throttle {
  request(): void;
  cancel(): void;
}

/** The first request runs at once, those that come too soon run together when the interval (milliseconds) is over. */
export function throttle(run: () => void, intervalMs: number): Throttle {
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const runNow = () => {
    timer = undefined;
    last = performance.now();
    run();
  };
  return {
    request() {
      if (timer !== undefined) return;
      const wait = last + intervalMs - performance.now();
      if (wait <= 0) runNow();
      else timer = setTimeout(runNow, wait);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

interface Coalesced {
  trigger(): void;
  /** Nothing is started any more; what runs, runs on. */
  stop(): void;
}

/**
 * Runs a task for a burst of triggers once, a moment after the first, and never twice at the same time: a trigger during
 * a run leads to one more run after it. The task must not reject.
 */
export function coalesce(task: () => Promise<void>, delayMs: number): Coalesced {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isStale = false;
  let isStopped = false;

  const run = async (): Promise<void> => {
    timer = undefined;
    isRunning = true;
    await task();
    isRunning = false;
    if (isStale) trigger();
  };
  const trigger = (): void => {
    isStale = isRunning;
    if (isRunning || isStopped) return;
    timer ??= setTimeout(() => void run(), delayMs).unref();
  };

  return {
    trigger,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
