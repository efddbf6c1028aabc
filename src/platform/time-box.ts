import { createContext, Script } from 'node:vm';

const RUN = new Script('job()');
const box = createContext({ job: undefined });

/**
 * Runs something synchronous that a stranger may have made slow, and gives it up after `limitMs`: then, as whenever it
 * throws, this throws. What it has changed by then stays changed.
 */
export function runTimeBoxed<T>(job: () => T, limitMs: number): T {
  box['job'] = job;
  try {
    return RUN.runInContext(box, { timeout: limitMs }) as T;
  } finally {
    box['job'] = undefined;
  }
}
