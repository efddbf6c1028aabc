/** How the REPL looks and behaves: the part `ui` of the user's config.json. A project's own file has none. */
export interface UiSettings {
  /** `auto` asks the terminal for its background; `none` uses no colour at all. */
  readonly theme: 'auto' | 'dark' | 'light' | 'high-contrast' | 'none';
  /** Chords by the name of what they do, in place of the built-in ones; an empty list takes a key away. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly vim: boolean;
  /** No boxes, no rules, no spinners, nothing drawn twice. */
  readonly screenReader: boolean;
  /** Whether the terminal's title says what runs here. */
  readonly title: boolean;
  /** Whether a terminal that can shows that a turn runs. */
  readonly progress: boolean;
  /** What is done when the user is needed, or a turn has ended, while the window is not in front. */
  readonly notify: 'off' | 'bell' | 'desktop';
}

export const DEFAULT_UI: UiSettings = {
  theme: 'auto',
  keys: {},
  vim: false,
  screenReader: false,
  title: true,
  progress: true,
  notify: 'desktop',
};
