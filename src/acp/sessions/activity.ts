import { setTimeout as delay } from 'node:timers/promises';

/** How long nothing may come after a turn's end before it counts as over, and how long to wait for that at most. */
const QUIET_MS = 80;
const QUIET_CAP_MS = 2000;

/** Knows when an agent was last heard of, and whether it waits for us. */
export interface Activity {
  /** The agent gave a sign of life. */
  touch(): void;
  /** The agent waits for something of ours. Returns the release, which may be called often. */
  hold(): () => void;
  /** Calls back once when there was no sign of life for so long and nothing was held. Returns the stopper. */
  watchSilence(limitMs: number, onSilence: () => void): () => void;
  /** Resolves when nothing has come for a moment. */
  quiet(): Promise<void>;
}

/** `isWorking` says whether a tool runs, which may be silent for as long as it likes. */
export function createActivity(isWorking: () => boolean): Activity {
  let holds = 0;
  let lastSign = Date.now();
  const touch = (): void => {
    lastSign = Date.now();
  };

  return {
    touch,
    hold() {
      holds += 1;
      let isHeld = true;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
        touch();
      };
    },
    watchSilence(limitMs, onSilence) {
      touch();
      let timer: NodeJS.Timeout;
      const check = (): void => {
        if (holds > 0 || isWorking()) touch();
        const left = lastSign + limitMs - Date.now();
        if (left > 0) timer = setTimeout(check, left);
        else onSilence();
      };
      timer = setTimeout(check, limitMs);
      return () => clearTimeout(timer);
    },
    async quiet() {
      const deadline = Date.now() + QUIET_CAP_MS;
      touch();
      while (Date.now() < Math.min(lastSign + QUIET_MS, deadline)) await delay(QUIET_MS / 4);
    },
  };
}
