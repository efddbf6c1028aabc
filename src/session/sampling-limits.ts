import { SimseError } from '../core/errors.ts';

/** How many processes may answer servers at the same time. */
const MAX_AT_ONCE = 3;
/** How often a server may ask in one turn. */
const MAX_PER_TURN = 10;

interface SamplingLimits {
  /** Counts a request. Throws SimseError('limit') for the one that is too many. */
  count(server: string): void;
  /** Waits until few enough run; disposing of it lets the next one run. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<Disposable>;
}

/** `turn` names the turn that runs now. */
export function createSamplingLimits(turn: () => string): SamplingLimits {
  const counts = new Map<string, { turn: string; asked: number }>();
  const waiting: (() => void)[] = [];
  let running = 0;

  /** A place that is left goes to whoever has waited longest. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    count(server) {
      const now = turn();
      const before = counts.get(server);
      const asked = before?.turn === now ? before.asked + 1 : 1;
      counts.set(server, { turn: now, asked });
      if (asked <= MAX_PER_TURN) return;
      throw new SimseError(
        'limit',
        `${server} has asked the model ${MAX_PER_TURN} times, which is the limit`,
      );
    },
    async enter(signal) {
      signal.throwIfAborted();
      if (running >= MAX_AT_ONCE) await waitForRoom(waiting, signal);
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
