import { SimseError } from '../core/errors.ts';
import { exitCodeFor } from '../core/exit-codes.ts';
import { endProcess } from './end-process.ts';

/** What ends the process besides SIGINT. A second SIGHUP is no wish for a hurry: the shell and the kernel both send it. */
const ENDINGS = [
  { signal: 'SIGTERM', code: 'terminated', isUrgentAgain: true },
  { signal: 'SIGQUIT', code: 'quit', isUrgentAgain: true },
  { signal: 'SIGHUP', code: 'hung_up', isUrgentAgain: false },
] as const;

export interface Signals {
  /** Aborted, with a SimseError as its reason, when the process is told to stop. */
  readonly signal: AbortSignal;
  /** While somebody listens, SIGINT goes to them and ends nothing. Returns the unsubscriber. */
  onInterrupt(listener: () => void): () => void;
}

/**
 * Owns the process's signals. The first one aborts the signal, so that everything can end in order; another one after it ends
 * the process at once, with whatever it has started.
 */
export function watchSignals(): Signals {
  const controller = new AbortController();
  const interruptListeners = new Set<() => void>();
  const stop = (error: SimseError, isUrgentAgain = true) => {
    if (controller.signal.aborted && isUrgentAgain) endProcess(exitCodeFor(error.code));
    controller.abort(error);
  };
  process.on('SIGINT', () => {
    if (interruptListeners.size === 0) stop(new SimseError('interrupted', 'Interrupted.'));
    for (const listener of interruptListeners) listener();
  });
  for (const { signal, code, isUrgentAgain } of ENDINGS) {
    process.on(signal, () => stop(new SimseError(code, `Ended by ${signal}.`), isUrgentAgain));
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
