import { SimseError } from '../core/errors.ts';
import { endProcess } from './end-process.ts';

const INTERRUPTED = 130;
const TERMINATED = 143;

export interface Signals {
  /** Aborted, with a SimseError as its reason, when the process is told to stop. */
  readonly signal: AbortSignal;
  /** While somebody listens, SIGINT goes to them and ends nothing. Returns the unsubscriber. */
  onInterrupt(listener: () => void): () => void;
}

/**
 * Owns the process's signals. The first one aborts the signal, so that everything can end in order; the second ends the
 * process at once, with whatever it has started.
 */
export function watchSignals(): Signals {
  const controller = new AbortController();
  const interruptListeners = new Set<() => void>();
  const stop = (error: SimseError, exitCode: number) => {
    if (controller.signal.aborted) endProcess(exitCode);
    controller.abort(error);
  };
  process.on('SIGINT', () => {
    if (interruptListeners.size === 0) stop(new SimseError('interrupted', 'Interrupted.'), INTERRUPTED);
    for (const listener of interruptListeners) listener();
  });
  for (const name of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop(new SimseError('terminated', `Ended by ${name}.`), TERMINATED));
  }
  return {
    signal: controller.signal,
    onInterrupt(listener) {
      interruptListeners.add(listener);
      return () => {
        interruptListeners.delete(listener);
      };
    },
  };
}
