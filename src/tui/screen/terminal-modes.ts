import type { TerminalInput, TerminalOutput } from './terminal.ts';

// Bracketed paste, and the first level of the kitty keyboard protocol, by which Shift+Enter gets a code of its own.
// Terminals ignore what they do not know.
const ENTER_MODES = '\u001b[?2004h\u001b[>1u';
const LEAVE_MODES = '\u001b[?2026l\u001b[<u\u001b[?2004l\u001b[?25h';

/** Terminals that are in our modes now, so that what was switched on is switched off once. */
const entered = new WeakSet<TerminalOutput>();

/** Takes the keyboard key by key, and switches on what the REPL needs. */
export function enterTerminalModes(stdin: TerminalInput, stdout: TerminalOutput): void {
  entered.add(stdout);
  stdin.setRawMode?.(true);
  stdout.write(ENTER_MODES);
}

/** Gives the terminal back as it was. Synchronous, never throws, and does nothing the second time: for every way out. */
export function restoreTerminal(stdin: TerminalInput, stdout: TerminalOutput): void {
  if (!entered.delete(stdout)) return;
  try {
    if (stdout.writable) stdout.write(LEAVE_MODES);
    stdin.setRawMode?.(false);
  } catch {
    // The terminal has gone: there is nothing left to restore.
  }
}
