import type { ReplOptions } from './repl-options.ts';
import { enterTerminalModes, restoreTerminal } from './screen/terminal-modes.ts';

/**
 * Runs the REPL until the user leaves, the terminal goes away, or the signal aborts. The terminal is as it was before in
 * every ending. Rejects only when drawing itself failed.
 */
export async function startRepl(options: ReplOptions): Promise<void> {
  const { session, terminal } = options;
  if (terminal.plain) {
    const { runLineMode } = await import('./line-mode.ts');
    session.warmUp();
    return runLineMode(options);
  }
  const { stdin, stdout } = terminal;
  // First of all, so that what is typed meanwhile is not echoed by the terminal.
  enterTerminalModes(stdin, stdout);
  try {
    const { InkRepl } = await import('./ink-repl.tsx');
    const repl = new InkRepl(options);
    // The first frame goes out before anything else takes the processor.
    setImmediate(() => session.warmUp());
    await repl.left.finally(() => repl.close());
  } finally {
    restoreTerminal(stdin, stdout);
  }
}
