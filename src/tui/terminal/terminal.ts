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
