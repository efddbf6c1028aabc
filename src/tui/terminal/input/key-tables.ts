/** Final bytes of `CSI …` and `SS3 …` sequences without a number. */
export const LETTER_KEYS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  E: 'clear',
  F: 'end',
  H: 'home',
  M: 'enter',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
  Z: 'shift+tab',
};

/** What rxvt sends for arrows with a modifier: small letters, behind CSI with Shift and behind SS3 with Ctrl. */
export const SMALL_LETTER_KEYS: Readonly<Record<string, string>> = {
  a: 'up',
  b: 'down',
  c: 'right',
  d: 'left',
};

/** The number in `CSI number ~`. */
export const TILDE_KEYS: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
};

/** Single control characters, and code points of `CSI code u`, that have a name of their own. */
export const NAMED_CODES: Readonly<Record<number, string>> = {
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  // The keypad, in the kitty protocol: https://sw.kovidgoyal.net/kitty/keyboard-protocol/#functional-key-definitions
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
};

const KEYPAD_CHARACTERS = '0123456789./*-+';
const FIRST_KEYPAD_CODE = 57399;
const FIRST_PRIVATE_CODE = 57344;
const LAST_PRIVATE_CODE = 63743;

/** The character of a printable key in `CSI code u`; undefined for keys that print nothing. */
export function printableOf(code: number): string | undefined {
  if (code >= FIRST_PRIVATE_CODE && code <= LAST_PRIVATE_CODE)
    return KEYPAD_CHARACTERS[code - FIRST_KEYPAD_CODE];
  return code >= 32 && code !== 127 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
