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
