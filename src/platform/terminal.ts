import type { Background, ColorDepth, TerminalLooks, TerminalSignals } from '../core/ports/terminal.ts';

type Env = Readonly<Record<string, string | undefined>>;

const FULL_PROGRAMS = new Set([
  'iTerm.app',
  'WezTerm',
  'ghostty',
  'vscode',
  'Hyper',
  'Tabby',
  'WarpTerminal',
  'rio',
]);
const LINK_PROGRAMS = new Set(['iTerm.app', 'WezTerm', 'ghostty', 'vscode', 'Hyper', 'Tabby', 'rio']);
const FULL_TERMS = /-direct$|^xterm-(?:kitty|ghostty)$|^alacritty|^wezterm$|^foot|^contour|^rio$/;
const LINK_TERMS = /^xterm-(?:kitty|ghostty)$|^alacritty|^wezterm$|^foot|^contour$/;
/** VTE, of GNOME's terminal and others, by `0.50.0` as `5000`. */
const VTE_WITH_LINKS = 5000;

/**
 * What the environment says of the terminal on stdout. `wantsColor` is false with --no-color. NO_COLOR goes before
 * FORCE_COLOR, and that before what the terminal seems to show; CI has no say, since a person sits at a terminal.
 */
export function terminalLooks(env: Env, platform: NodeJS.Platform, wantsColor: boolean): TerminalLooks {
  return {
    colors: colorDepth(env, platform, wantsColor),
    background: backgroundOf(env['COLORFGBG']),
    links: showsLinks(env),
    ascii: platform !== 'win32' && !knowsUnicode(env),
  };
}

/** By the locale, in which the first variable of these that is set decides. Where none is, as in containers, it most often does. */
function knowsUnicode(env: Env): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value = '') => value !== '');
  return locale === undefined || /utf-?8/i.test(locale);
}

function colorDepth(env: Env, platform: NodeJS.Platform, wantsColor: boolean): ColorDepth {
  if (!wantsColor || (env['NO_COLOR'] ?? '') !== '') return 1;
  const forced = forcedDepth(env['FORCE_COLOR']);
  if (forced === 1) return 1;
  const shown = shownDepth(env, platform);
  return forced !== null && forced > shown ? forced : shown;
}

/** What FORCE_COLOR asks for at least; 1 when it forbids colours, null when it says nothing. */
function forcedDepth(value: string | undefined): ColorDepth | null {
  switch (value) {
    case undefined:
      return null;
    case '0':
    case 'false':
      return 1;
    case '2':
      return 8;
    case '3':
      return 24;
    default:
      return 4;
  }
}

function shownDepth(env: Env, platform: NodeJS.Platform): ColorDepth {
  const term = env['TERM'] ?? '';
  const program = env['TERM_PROGRAM'] ?? '';
  if (term === 'dumb') return 1;
  if (/^(?:truecolor|24bit)$/.test(env['COLORTERM'] ?? '')) return 24;
  // A multiplexer passes on the names of the terminal that it was started in, which may not be the one that shows it.
  if (isMultiplexed(env)) return term.includes('256') ? 8 : 4;
  if (FULL_PROGRAMS.has(program) || FULL_TERMS.test(term) || env['WT_SESSION'] !== undefined) return 24;
  if (term.includes('256') || program === 'Apple_Terminal') return 8;
  return platform === 'win32' ? 24 : 4;
}

/** COLORFGBG is `15;0`: foreground and background, as two of the sixteen colours, sometimes with something between. */
function backgroundOf(value: string | undefined): Background | null {
  const last = /^\d{1,2};(?:[^;]*;)?(\d{1,2})$/.exec(value ?? '')?.[1];
  if (last === undefined || Number(last) > 15) return null;
  return Number(last) === 7 || Number(last) > 8 ? 'light' : 'dark';
}

function showsLinks(env: Env): boolean {
  if (isMultiplexed(env)) return false;
  return (
    LINK_PROGRAMS.has(env['TERM_PROGRAM'] ?? '') ||
    LINK_TERMS.test(env['TERM'] ?? '') ||
    env['WT_SESSION'] !== undefined ||
    env['KONSOLE_VERSION'] !== undefined ||
    Number(env['VTE_VERSION'] ?? 0) >= VTE_WITH_LINKS
  );
}

/** Whether tmux, screen or Zellij stands between this process and the terminal. */
function isMultiplexed(env: Env): boolean {
  return env['TMUX'] !== undefined || env['STY'] !== undefined || env['ZELLIJ'] !== undefined;
}

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
