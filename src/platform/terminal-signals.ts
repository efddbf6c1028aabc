import type { TerminalSignals } from '../core/ports/terminal.ts';
import { isMultiplexed } from './terminal-looks.ts';

type Env = Readonly<Record<string, string | undefined>>;

const OSC9_PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'ghostty']);
const PROGRESS_PROGRAMS = new Set(['WezTerm', 'ghostty']);

/**
 * What the environment says of the terminal. Only what a terminal is known to have is used: the same sequence means
 * progress in one and a message in another. Through a multiplexer goes the bell, which it may show in its own way.
 */
export function terminalSignals(env: Env): TerminalSignals {
  const term = env['TERM'] ?? '';
  const title = term !== 'dumb' && term !== 'linux';
  if (isMultiplexed(env)) return { title, progress: false, notification: 'bell' };
  const program = env['TERM_PROGRAM'] ?? '';
  const progress =
    PROGRESS_PROGRAMS.has(program) || env['WT_SESSION'] !== undefined || env['ConEmuANSI'] === 'ON';
  return { title, progress, notification: notificationOf(program, term, env) };
}

function notificationOf(program: string, term: string, env: Env): TerminalSignals['notification'] {
  if (term === 'xterm-kitty' || env['KITTY_WINDOW_ID'] !== undefined) return 'osc99';
  if (OSC9_PROGRAMS.has(program)) return 'osc9';
  return /^(?:rxvt-unicode|foot)/.test(term) ? 'osc777' : 'bell';
}
