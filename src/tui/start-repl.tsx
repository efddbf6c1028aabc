import { runLineMode } from './line-mode.ts';
import type { ReplOptions } from './repl-options.ts';

/**
 * Runs the REPL until the user leaves, the terminal goes away, or the signal aborts. The terminal is as it was before in
 * every ending. Rejects only when drawing itself failed.
 */
export async function startRepl(options: ReplOptions): Promise<void> {
  if (options.terminal.plain) return runLineMode(options);
  const { InkRepl } = await import('./ink-repl.tsx');
  const repl = new InkRepl(options);
  try {
    await repl.left;
  } finally {
    repl.close();
  }
}
