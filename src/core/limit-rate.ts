/** Runs something when it is asked for, but not more often than its interval allows. */
export interface RateLimit {
  request(): void;
  cancel(): void;
}

/** The first request runs at once, those that come too soon run together when the interval (milliseconds) is over. */
export function limitRate(run: () => void, intervalMs: number): RateLimit {
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
