import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SimseError } from '../core/errors.ts';
import { homeFolder } from './home-folder.ts';
import { type EndOfProcess, watchEnd } from './watch-end.ts';
import { type Signals, watchSignals } from './watch-signals.ts';

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
    throw new SimseError('usage', 'The current directory is gone, or may not be read.', { hint, cause });
  }
}

function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
