import type { Readable, Writable } from 'node:stream';
import type { ReplTerminal } from './terminal.ts';

interface Watched {
  terminal: Pick<ReplTerminal, 'stdin' | 'stdout' | 'onInterrupt'>;
  /** Aborted when the process has to end. */
  signal?: AbortSignal | undefined;
}

interface Watcher {
  /** The terminal has gone, or the process has to end. May be called more than once. */
  onEnd(): void;
  /** A SIGINT that does not come as a key. */
  onInterrupt(): void;
}

/** Calls back when something ends the REPL from outside, or interrupts it. Returns the unsubscriber. */
export function watchTerminal({ terminal, signal }: Watched, { onEnd, onInterrupt }: Watcher): () => void {
  const { stdin, stdout } = terminal;
  stdin.once('end', onEnd);
  signal?.addEventListener('abort', onEnd, { once: true });
  if (signal?.aborted === true) onEnd();
  const stops = [
    watchFailure(stdin, onEnd),
    watchFailure(stdout, onEnd),
    terminal.onInterrupt?.(onInterrupt),
    () => stdin.off('end', onEnd),
    () => signal?.removeEventListener('abort', onEnd),
  ];
  return () => {
    for (const stop of stops) stop?.();
  };
}

/** A terminal that has gone fails at every further write, too: without a listener that would be a crash. */
const ignore = (): void => {};

function watchFailure(stream: Readable | Writable, onFailure: () => void): () => void {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  stream.on('error', onFailure);
  return () => void stream.off('error', onFailure);
}
