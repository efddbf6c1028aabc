/**
 * Every colour of the REPL, as SGR parameters by meaning. Only attributes and the 16 colours that the user's own terminal
 * theme defines, on its own background, so that all of it reads on dark and on light.
 */
const SGR = {
  strong: '1',
  dim: '2',
  emphasis: '3',
  underline: '4',
  struck: '9',
  accent: '36',
  code: '36',
  prompt: '1',
  good: '32',
  warning: '33',
  bad: '31',
  added: '32',
  removed: '31',
} as const;

export type Style = keyof typeof SGR;

/** The escape sequence that switches these styles on. */
export function styleSequence(styles: readonly Style[]): string {
  return `\u001b[${styles.map((style) => SGR[style]).join(';')}m`;
}

export const RESET_STYLE = '\u001b[0m';

/** The characters that stand for things on the screen. */
export const GLYPHS = {
  prompt: '›',
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
  on: '[x]',
  off: '[ ]',
} as const;
