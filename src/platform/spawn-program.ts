import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { execa } from 'execa';
import { SimseError } from '../core/errors.ts';
import { trackProcessGroup } from './process-group.ts';

/** How long after the exit its streams may stay open: a grandchild can hold them for ever. */
const STREAMS_GRACE_MS = 500;

export interface ProcessExit {
  exitCode: number | null;
  signal: string | null;
  /** For people: "exited with code 3", "was ended by SIGKILL". */
  reason: string;
}

type Watched = Pick<ChildProcess, 'once'>;

/** Resolves when a child has exited and closed its streams, or STREAMS_GRACE_MS after its exit. Never rejects. */
function watchExit(child: Watched): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (exitCode: number | null, signal: NodeJS.Signals | null) => {
      const exit = { exitCode, signal, reason: describeExit(exitCode, signal) };
      const timer = setTimeout(resolve, STREAMS_GRACE_MS, exit);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(exit);
      });
    });
  });
}

function describeExit(exitCode: number | null, signal: string | null): string {
  return signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
}

export interface ProcessOptions {
  command: string;
  args: readonly string[];
  /** Where it runs, absolute. */
  cwd: string;
  /** The complete environment: nothing is inherited. Where it names the directory, that becomes `cwd`. */
  env: Readonly<Record<string, string>>;
}

export interface SpawnedProgram {
  pid: number;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  exited: Promise<ProcessExit>;
}

/**
 * Starts a program as the leader of a tracked process group of its own. Rejects with `not_found` when there is no such
 * program or folder, `backend_failed` when it cannot be run. The one place where simse spawns what it talks to.
 */
export async function spawnProgram(options: ProcessOptions): Promise<SpawnedProgram> {
  const child = execa(options.command, options.args, {
    cwd: options.cwd,
    env: environmentIn(options),
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    cleanup: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) throw await startFailure(options, (await child).cause);
  trackProcessGroup(pid);
  // A program that is gone makes writes fail; whoever writes learns of it by `exited`.
  stdin.on('error', () => {});
  return { pid, stdin, stdout, stderr, exited: watchExit(child) };
}

/** As a shell does it: many a program believes `PWD` rather than ask where it is. */
export function environmentIn({ cwd, env }: Pick<ProcessOptions, 'cwd' | 'env'>): Record<string, string> {
  return env['PWD'] === undefined ? env : { ...env, PWD: cwd };
}

/** Why a program did not start, in words: no such program, no such folder, not executable. */
async function startFailure({ command, cwd }: ProcessOptions, cause: unknown): Promise<SimseError> {
  if (!(await isDirectory(cwd))) {
    return new SimseError('not_found', `cannot start ${command}: there is no folder ${cwd}`, { cause });
  }
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    const hint = command.includes('/') ? 'Check the path.' : 'Install it, or give its full path.';
    return new SimseError('not_found', `there is no program ${command}`, { hint, cause });
  }
  const why = code === 'EACCES' ? 'it is not executable' : (code ?? (cause as Error).message);
  return new SimseError('backend_failed', `cannot start ${command}: ${why}`, { cause });
}

async function isDirectory(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}
