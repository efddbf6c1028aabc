import type { TerminalInput, TerminalOutput } from './terminal.ts';

/** How the cursor looks: `usual` as the user has it. */
export type CursorShape = 'usual' | 'block' | 'bar';

// DECSCUSR: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
const PARAMETERS: Readonly<Record<CursorShape, number>> = { usual: 0, block: 2, bar: 6 };

function shapeSequence(shape: CursorShape): string {
  return `\u001b[${PARAMETERS[shape]} q`;
}

/** What is switched on only where it is wanted. */
export interface WantedModes {
  /** The title is changed: the terminal keeps the one it has, and gets it back. */
  title?: boolean;
  /** Progress is shown. */
  progress?: boolean;
  /** The cursor changes its shape. */
  shapes?: boolean;
}

/**
 * Bracketed paste, of the kitty keyboard protocol what gives Shift+Enter a code of its own and tells keys of other alphabets
 * by their place, and word of whether the window is in front. Terminals ignore what they do not know.
 */
const ENTER_MODES = '\u001b[?2004h\u001b[>5u\u001b[?1004h';
const LEAVE_MODES = '\u001b[?2026l\u001b[<u\u001b[?1004l\u001b[?2004l\u001b[?25h';
const KEEP_TITLE = '\u001b[22;2t';
const GIVE_TITLE_BACK = '\u001b[23;2t';
export const NO_PROGRESS = '\u001b]9;4;0\u0007';
const USUAL_SHAPE = shapeSequence('usual');

/** What gives terminals back that are in our modes now, so that what was switched on is switched off once. */
const entered = new WeakMap<TerminalOutput, string>();

/** Takes the keyboard key by key, and switches on what the REPL needs. */
export function enterTerminalModes(
  stdin: TerminalInput,
  stdout: TerminalOutput,
  { title = false, progress = false, shapes = false }: WantedModes = {},
): void {
  const own = [progress ? NO_PROGRESS : '', shapes ? USUAL_SHAPE : '', title ? GIVE_TITLE_BACK : ''];
  entered.set(stdout, LEAVE_MODES + own.join(''));
  stdin.setRawMode?.(true);
  stdout.write(ENTER_MODES + (title ? KEEP_TITLE : ''));
}

/** Another cursor, until the terminal is given back. */
export function showCursorShape(stdout: TerminalOutput, shape: CursorShape): void {
  const leaving = entered.get(stdout);
  if (leaving === undefined || !stdout.writable) return;
  if (!leaving.includes(USUAL_SHAPE)) entered.set(stdout, leaving + USUAL_SHAPE);
  stdout.write(shapeSequence(shape));
}

/** Gives the terminal back as it was. Synchronous, never throws, and does nothing the second time: for every way out. */
export function restoreTerminal(stdin: TerminalInput, stdout: TerminalOutput): void {
  const leaving = entered.get(stdout);
  if (leaving === undefined) return;
  entered.delete(stdout);
  try {
    if (stdout.writable) stdout.write(leaving);
    stdin.setRawMode?.(false);
  } catch {
    // The terminal has gone: there is nothing left to restore.
  }
}
