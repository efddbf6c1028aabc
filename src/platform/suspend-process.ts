import { once } from 'node:events';

/**
 * Stops this process as Ctrl+Z does, together with what started it in the same job (npx, a shell script), so that the
 * user's shell takes over. Resolves when the job goes on. Does nothing where there is no job control.
 */
export async function suspendProcess(): Promise<void> {
  if (process.platform === 'win32') return;
  const continued = once(process, 'SIGCONT');
  process.kill(0, 'SIGTSTP');
  await continued;
}
