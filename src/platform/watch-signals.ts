import { SimseError } from '../core/errors.ts';
import { killAllProcessGroups } from './process-group.ts';

const INTERRUPTED = 130;
const TERMINATED = 143;

/**
 * Owns the process's signals. The first one aborts the returned signal, so that everything can end in order; the second
 * ends the process at once, with whatever it has started.
 */
export function watchSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => {
    const interrupted = signal === 'SIGINT';
    if (controller.signal.aborted) {
      killAllProcessGroups();
      process.exit(interrupted ? INTERRUPTED : TERMINATED);
    }
    const error = interrupted
      ? new SimseError('interrupted', 'Interrupted.')
      : new SimseError('terminated', `Ended by ${signal}.`);
    controller.abort(error);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  return controller.signal;
}
