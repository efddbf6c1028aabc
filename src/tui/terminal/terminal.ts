import type { Readable, Writable } from 'node:stream';
import type { TerminalLooks, TerminalSignals } from '../../core/ports/terminal.ts';

/** The keyboard: `process.stdin`, or a stand-in. */
export interface TerminalInput extends Readable {
  isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
}

/** The screen: `process.stdout`, or a stand-in. Emits `resize`. */
export interface TerminalOutput extends Writable {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  /** Node's own, not documented: asks for the size now, and emits `resize` when it is another one. */
  _refreshSize?(): void;
}

/** The terminal that the REPL runs in, and what only the process that owns it can do. */
export interface ReplTerminal {
  stdin: TerminalInput;
  stdout: TerminalOutput;
  looks: TerminalLooks;
  /** Without them the terminal has a bell and nothing else. */
  signals?: TerminalSignals;
  /** A terminal that cannot move its cursor (TERM=dumb): the REPL talks in plain lines. */
  plain: boolean;
  /** Stops the process as Ctrl+Z does in a shell; resolves when it goes on. Without it Ctrl+Z does nothing. */
  suspend?(): Promise<void>;
  /** Calls back at every SIGINT that does not come as a key. Returns the unsubscriber. */
  onInterrupt?(listener: () => void): () => void;
  /** Calls back when the process ends, a crash included. Returns the unsubscriber. */
  onEnd?(listener: () => void): () => void;
}

export interface Size {
  columns: number;
  rows: number;
}

const DEFAULT_SIZE: Size = { columns: 80, rows: 24 };

export function sizeOf(stdout: TerminalOutput): Size {
  return { columns: stdout.columns || DEFAULT_SIZE.columns, rows: stdout.rows || DEFAULT_SIZE.rows };
}

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
