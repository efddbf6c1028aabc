/**
 * What text on the screen means. How each of these looks is told by a theme (`theme-choice.ts`).
 *
 * `addedLine` and `removedLine` go over a whole line of a diff, whatever its text has already; `addedWord` and
 * `removedWord` over these, for what has changed within the line. Those from `keyword` on are for code.
 */
export type Style =
  | 'strong'
  | 'dim'
  | 'emphasis'
  | 'underline'
  | 'struck'
  | 'accent'
  | 'code'
  | 'prompt'
  | 'selected'
  | 'good'
  | 'warning'
  | 'bad'
  | 'added'
  | 'removed'
  | 'addedLine'
  | 'removedLine'
  | 'addedWord'
  | 'removedWord'
  | 'keyword'
  | 'string'
  | 'number'
  | 'type'
  | 'callable'
  | 'attribute'
  | 'meta'
  | 'comment';

/** The SGR parameters of every style; empty where it looks like plain text. */
export type StyleTable = Readonly<Record<Style, string>>;

/** How everything is painted in one terminal. */
export interface Theme {
  readonly styles: StyleTable;
  /** Whether what programs wrote keeps its own colours. */
  readonly keepsColors: boolean;
  /** Whether addresses become links of the terminal's own (OSC 8). */
  readonly showsLinks: boolean;
  /** Whether only characters of ASCII are shown. */
  readonly ascii?: boolean;
}

/** The characters that stand for things on the screen. */
export const GLYPHS = {
  prompt: '›',
  shell: '$',
  note: '+',
  agent: '●',
  tool: '⎿',
  thought: '∴',
  done: '✔',
  active: '▸',
  open: '○',
  dropped: '✗',
  failed: '✗',
  warning: '!',
  info: '·',
  rule: '─',
  quote: '│',
  more: '…',
  caret: '▏',
  hidden: '*',
  mode: '»',
  freeMode: '»»',
  heldMode: '‖',
  on: '[x]',
  off: '[ ]',
} as const;
