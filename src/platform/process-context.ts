import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Signals, watchSignals } from './watch-signals.ts';

type MaybeTerminal<T> = T & { isTTY?: boolean };

/** This process, as the rest of simse may see it. */
export interface ProcessContext extends Signals {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
  cwd: string;
  /** The command line that starts this simse again. */
  entry: { command: string; args: string[] };
  stdin: MaybeTerminal<Readable>;
  stdout: MaybeTerminal<Writable>;
  stderr: MaybeTerminal<Writable>;
  /** Resolves when what was written has been taken. */
  flush(): Promise<void>;
}

/** Reads the process once; `mainUrl` is the module url of the program's entry. */
export function createProcessContext(version: string, mainUrl: string): ProcessContext {
  const { stdin, stdout, stderr, env, platform } = process;
  for (const stream of [stdout, stderr]) {
    stream.on('error', () => {
      // A reader that went away (EPIPE) is noticed by whoever writes; without a listener it would be a crash.
    });
  }
  return {
    version,
    env,
    platform,
    home: homedir(),
    cwd: process.cwd(),
    entry: { command: process.execPath, args: [fileURLToPath(mainUrl)] },
    stdin,
    stdout,
    stderr,
    ...watchSignals(),
    flush: async () => {
      await Promise.all([flushed(stdout), flushed(stderr)]);
    },
  };
}

function flushed(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writable) resolve();
    else stream.write('', () => resolve());
  });
}
