import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Long after a stop would have begun. */
const STOP_MS = 100;

/**
 * Stops this process as Ctrl+Z does, together with what started it in the same job (npx, a shell script), so that the
 * user's shell takes over. Resolves when the job goes on, or at once where nobody could continue it: the system stops no
 * process that has no shell behind it, such as a terminal's only program.
 */
export async function suspendProcess(): Promise<void> {
  if (process.platform === 'win32') return;
  const listening = new AbortController();
  const continued = once(process, 'SIGCONT', { signal: listening.signal }).catch(() => {});
  process.kill(0, 'SIGTSTP');
  await Promise.race([continued, delay(STOP_MS)]);
  listening.abort();
}
