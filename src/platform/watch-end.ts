import { cleanText } from '../core/text/clean-text.ts';
import { describeFailure } from '../core/state/describe-failure.ts';
import { exitCodeOf } from '../core/exit-codes.ts';
import { endProcess } from './end-process.ts';

export interface EndOfProcess {
  /** Calls back, synchronously, when this process ends in whatever way but a SIGKILL. Returns the unsubscriber. */
  onEnd(listener: () => void): () => void;
}

/** Owns the process's crashes: an error that nobody caught is told, after the listeners have put things in order. */
export function watchEnd(): EndOfProcess {
  const listeners = new Set<() => void>();
  const runListeners = () => {
    for (const listener of listeners) listener();
    listeners.clear();
  };
  process.once('exit', runListeners);
  process.on('uncaughtException', (error) => {
    runListeners();
    process.stderr.write(cleanText(describeFailure(error)));
    endProcess(exitCodeOf(error));
  });
  return {
    onEnd(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
