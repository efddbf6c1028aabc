/** How many bits a colour has: 1 none at all, 4 the terminal's own sixteen, 8 fixed ones besides, 24 any. */
export type ColorDepth = 1 | 4 | 8 | 24;

export type Background = 'dark' | 'light';

/** What is known of the terminal's looks before it has been asked. */
export interface TerminalLooks {
  readonly colors: ColorDepth;
  /** Null where the environment does not say. */
  readonly background: Background | null;
  /** Whether it is known to show links (OSC 8). */
  readonly links: boolean;
  /** Whether it is known to show no characters but those of ASCII. */
  readonly ascii?: boolean;
}

/** By what the terminal can be told something that is not on the screen. */
export interface TerminalSignals {
  /** It has a title that programs may set. */
  readonly title: boolean;
  /** It shows progress by OSC 9;4, which others would show as a message. */
  readonly progress: boolean;
  /** The sequence by which it tells the user something outside of its window; the bell is what every terminal has. */
  readonly notification: 'osc9' | 'osc99' | 'osc777' | 'bell';
}

/** What every terminal has. */
export const PLAIN_SIGNALS: TerminalSignals = { title: false, progress: false, notification: 'bell' };
