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
