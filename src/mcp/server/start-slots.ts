/** Hands out at most `limit` slots at a time. */
export interface StartSlots {
  /** Resolves with the function that gives the slot back. */
  take(): Promise<() => void>;
}

/**
 * Keeps fifty configured servers from being spawned in the same instant. A slot is given back when its holder is done,
 * or after `holdMs`, so that a server that is slow to start does not hold up the others.
 */
export function createStartSlots(limit: number, holdMs: number): StartSlots {
  const waiting: (() => void)[] = [];
  let taken = 0;

  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  const hold = (): (() => void) => {
    const timer = setTimeout(release, holdMs).unref();
    let isHeld = true;
    function release(): void {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      giveBack();
    }
    return release;
  };

  return {
    async take() {
      if (taken < limit) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return hold();
    },
  };
}
