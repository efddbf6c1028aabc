import type { Readable, Writable } from 'node:stream';
import { createByteTail } from './byte-tail.ts';
import { endProcessGroup } from './end-process-group.ts';
import { lookBelow } from './process-group.ts';
import { type ProcessOptions, spawnProgram } from './spawn-program.ts';
import type { ProcessExit } from './watch-exit.ts';

/** How long a process may take to end by itself once its stdin is closed. */
const STDIN_GRACE_MS = 500;
const STDERR_TAIL_BYTES = 8 * 1024;

/** What a cut leaves of a word, which may be half a secret. Longer is none. */
const CUT_WORD = /^\S{0,1000}\s*/;

export interface ManagedProcess extends AsyncDisposable {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Read by simse in any case. */
  readonly stderr: Readable;
  /** The last 8 KB that it wrote to stderr, from where a word begins. */
  stderrTail(): string;
  /** Resolves once it has exited and its streams have ended, or a moment after the exit when a child holds them open. */
  readonly exited: Promise<ProcessExit>;
  /** Ends its stdin, then SIGTERM, then SIGKILL to its whole group and to all it has started. May be called often. */
  stop(): Promise<ProcessExit>;
}

/**
 * Starts a program to talk to over stdin and stdout. Its process group is ended when the program ends and leaves children
 * behind, and when simse ends. Rejects as `spawnProgram`.
 */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  const { pid, stdin, stdout, stderr, exited } = await spawnProgram(options);
  const tail = createByteTail(STDERR_TAIL_BYTES);
  stderr.on('data', (chunk: Buffer) => tail.append(chunk));

  let hasExited = false;
  const swept = exited.then(() => {
    hasExited = true;
    return endProcessGroup(pid);
  });
  let stopping: Promise<ProcessExit> | undefined;

  const runLadder = async (): Promise<ProcessExit> => {
    // Of one that has gone nothing can be told, and looking at every process takes a while.
    if (!hasExited) lookBelow(pid);
    stdin.end();
    await endsWithin(exited, STDIN_GRACE_MS);
    await endProcessGroup(pid);
    await swept;
    return exited;
  };
  const stop = (): Promise<ProcessExit> => {
    stopping ??= runLadder();
    return stopping;
  };

  return {
    pid,
    stdin,
    stdout,
    stderr,
    stderrTail: () => (tail.truncated ? tail.text().replace(CUT_WORD, '') : tail.text()),
    exited,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

/** Resolves when the process has ended, or when the time is up. */
function endsWithin(exited: Promise<ProcessExit>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    void exited.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
