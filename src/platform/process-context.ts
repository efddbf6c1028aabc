import { type Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { describeFailure, exitCodeFor, exitCodeOf, SimseError } from '../core/errors.ts';
import { cleanText } from '../core/text/clean-text.ts';
import { homeFolder } from './app-dirs.ts';
import { killAllProcessGroups } from './process-group.ts';

type MaybeTerminal<T> = T & { isTTY?: boolean };

/** This process, as the rest of simse may see it. */
export interface ProcessContext extends Signals, EndOfProcess {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
  cwd: string;
  /** The command line that starts this simse again. */
  entry: { command: string; args: string[] };
  stdin: MaybeTerminal<Readable> & { setRawMode?(raw: boolean): unknown };
  stdout: MaybeTerminal<Writable>;
  stderr: MaybeTerminal<Writable>;
  /** Resolves when what was written has been taken, with why stdout did not take it. A reader that left is no failure. */
  flush(): Promise<Error | null>;
}

/** Reads the process once; `mainUrl` is the module url of the program's entry. */
export function createProcessContext(version: string, mainUrl: string): ProcessContext {
  const { stdin, stdout, stderr, env, platform } = process;
  const endOfProcess = watchEnd();
  let failure: Error | null = null;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error;
  });
  stderr.on('error', () => {
    // There is nowhere left to say it; without a listener it would be a crash.
  });
  return {
    version,
    env,
    platform,
    home: homeFolder(),
    cwd: currentFolder(),
    entry: { command: process.execPath, args: [fileURLToPath(mainUrl)] },
    stdin,
    stdout,
    stderr,
    ...watchSignals(),
    ...endOfProcess,
    flush: async () => {
      await Promise.all([flushed(stdout), flushed(stderr)]);
      return failure;
    },
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const hint = 'Go to one that is there, or cd to this one again.';
    throw new SimseError('usage', 'The current directory is gone, or cannot be read.', { hint, cause });
  }
}

function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}

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
function watchSignals(): Signals {
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

export interface EndOfProcess {
  /** Calls back, synchronously, when this process ends in whatever way but a SIGKILL. Returns the unsubscriber. */
  onEnd(listener: () => void): () => void;
}

/** Owns the process's crashes: an error that nobody caught is told, after the listeners have put things in order. */
function watchEnd(): EndOfProcess {
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

/**
 * Ends this process and what it has started. When a terminal that it had has gone, Node would abort while it resets the
 * terminal's modes, and leave a core dump; nobody is there to see an exit code then, and it ends by a signal.
 */
export function endProcess(exitCode: number): never {
  killAllProcessGroups();
  if (hasLostTerminal()) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}

function hasLostTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY, fd }) => isTTY && !isatty(fd));
}

/**
 * Takes stdout for one protocol, for the rest of the process: what anything else writes there, `console.log` included, goes to
 * stderr from now on. Returns the real one.
 */
export function claimStdout(): Writable {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    write(chunk: Buffer, encoding, done) {
      write.call(process.stdout, chunk, encoding, done);
    },
  });
}
