import type { NextSession } from '../core/ports/earlier-sessions.ts';
import { runLineMode } from './line-mode/line-mode.ts';
import { InkRepl } from './repl/ink-repl.tsx';
import type { ReplOptions } from './repl/repl-options.ts';
import { wantedModes } from './terminal/attention.ts';
import { enterTerminalModes, restoreTerminal } from './terminal/terminal-modes.ts';

/**
 * Runs the REPL until the user leaves, the terminal goes away, or the signal aborts. The terminal is as it was before in
 * every ending. Resolves with the session that the user goes on with, null when they left. Rejects only when drawing itself
 * failed.
 */
export async function startRepl(options: ReplOptions): Promise<NextSession | null> {
  const { session, terminal, ui } = options;
  // The first frame goes out before anything else takes the processor.
  setImmediate(() => session.warmUp());
  if (terminal.plain || ui.screenReader) return runLineMode(options);
  const { stdin, stdout } = terminal;
  enterTerminalModes(stdin, stdout, wantedModes(options));
  const stopWatching = terminal.onEnd?.(() => restoreTerminal(stdin, stdout));
  try {
    const repl = new InkRepl(options);
    return await repl.left.finally(() => repl.close());
  } finally {
    restoreTerminal(stdin, stdout);
    stopWatching?.();
  }
}
