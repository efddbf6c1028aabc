import { execa } from 'execa';
import { forgetProcessGroup, lookBelow, trackProcessGroup } from './process-group.ts';
import { environmentIn, type ProcessOptions } from './spawn-program.ts';

/** How long a program may take to end when it is told to. */
const KILL_GRACE_MS = 1000;

/**
 * Runs a program on simse's own terminal, as a login does. Resolves with its exit code, null when a signal ended it. When
 * `signal` aborts, it is ended with all that it has started.
 */
export async function runInteractive(
  { command, args, cwd, env }: ProcessOptions,
  signal: AbortSignal,
): Promise<number | null> {
  const child = execa(command, args, {
    cwd,
    env: environmentIn({ cwd, env }),
    extendEnv: false,
    stdio: 'inherit',
    reject: false,
    cancelSignal: signal,
    forceKillAfterDelay: KILL_GRACE_MS,
  });
  const { pid } = child;
  if (pid === undefined) return (await child).exitCode ?? null;
  const look = (): void => lookBelow(pid);
  trackProcessGroup(pid);
  signal.addEventListener('abort', look, { once: true });
  const { exitCode } = await child;
  signal.removeEventListener('abort', look);
  forgetProcessGroup(pid);
  return exitCode ?? null;
}
