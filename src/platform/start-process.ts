import type { Readable, Writable } from 'node:stream';
import { unlessAborted } from '../core/abort.ts';
import { SimseError } from '../core/errors.ts';
import { createByteTail } from './byte-tail.ts';
import { endProcessGroup, lookBelow } from './process-group.ts';
import { type ProcessExit, type ProcessOptions, spawnProgram } from './spawn-program.ts';

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

interface CaptureLimits {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

interface CapturedOutput<Stdout> {
  stdout: Stdout;
  /** The last of what it wrote to stderr. */
  stderr: string;
  exit: ProcessExit;
}

/**
 * Runs a program to its end, without input. Rejects as `startProcess`, with `timeout` or `limit` when it takes or writes
 * too much, or with the signal's reason; nothing is left of it then.
 */
export async function captureOutput(
  options: ProcessOptions,
  limits: CaptureLimits,
): Promise<CapturedOutput<string>> {
  const captured = await captureBytes(options, limits);
  return { ...captured, stdout: captured.stdout.toString('utf8') };
}

/** As captureOutput, for programs that write no text. */
export async function captureBytes(
  options: ProcessOptions,
  { timeoutMs, maxBytes, signal }: CaptureLimits,
): Promise<CapturedOutput<Buffer>> {
  signal.throwIfAborted();
  const child = await startProcess(options);
  child.stdin.end();
  const deadline = new AbortController();
  const expire = (): void => deadline.abort(new SimseError('timeout', `took over ${timeoutMs} ms`));
  const timer = setTimeout(expire, timeoutMs);
  try {
    const run = Promise.all([readUpTo(child.stdout, maxBytes), child.exited]);
    const [stdout, exit] = await unlessAborted(run, AbortSignal.any([signal, deadline.signal]));
    return { stdout, stderr: child.stderrTail(), exit };
  } finally {
    clearTimeout(timer);
    await child.stop();
  }
}

async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new SimseError('limit', `wrote over ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}
