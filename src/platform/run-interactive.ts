import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { splitCommandLine } from './command-line.ts';
import { findExecutable } from './find-executable.ts';
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

/** Editors of which nearly every system has one. */
const USUAL = process.platform === 'win32' ? ['notepad'] : ['vi', 'nano'];

interface UserEditor {
  command: string;
  args: string[];
}

/**
 * The editor that the user has chosen by VISUAL or EDITOR, else the first usual one that is there. null with the names that
 * were looked for when none of them is.
 */
export async function findUserEditor(surroundings: {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}): Promise<{ found: UserEditor | null; lookedFor: string[] }> {
  const chosen = surroundings.env['VISUAL'] || surroundings.env['EDITOR'];
  const lines = chosen === undefined || chosen === '' ? USUAL : [chosen];
  for (const line of lines) {
    const [command = '', ...args] = splitCommandLine(line);
    if ((await findExecutable(command, surroundings)) !== null)
      return { found: { command, args }, lookedFor: lines };
  }
  return { found: null, lookedFor: lines };
}

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
