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
 * Owns the process's signals. The first one aborts the signal, so that everything can end in order; a SIGINT or SIGTERM
 * after it ends the process at once, with whatever it has started.
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
  process.on('SIGTERM', () => stop(new SimseError('terminated', 'Ended by SIGTERM.'), TERMINATED));
  // The shell and the kernel both send it when a terminal is closed, which is no wish for a hurry.
  process.on('SIGHUP', () => controller.abort(new SimseError('terminated', 'Ended by SIGHUP.')));
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
