import type { InputEvent, StdinEvent } from './input-event.ts';

/** Final bytes of `CSI …` and `SS3 …` sequences without a number. */
const LETTER_KEYS: Readonly<Record<string, string>> = {
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
const SMALL_LETTER_KEYS: Readonly<Record<string, string>> = {
  a: 'up',
  b: 'down',
  c: 'right',
  d: 'left',
};

/** The number in `CSI number ~`. */
const TILDE_KEYS: Readonly<Record<string, string>> = {
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
const NAMED_CODES: Readonly<Record<number, string>> = {
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
function printableOf(code: number): string | undefined {
  if (code >= FIRST_PRIVATE_CODE && code <= LAST_PRIVATE_CODE)
    return KEYPAD_CHARACTERS[code - FIRST_KEYPAD_CODE];
  return code >= 32 && code !== 127 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const SHIFT = 1;
const ALT = 2;
const CTRL = 4;
const KEY_RELEASED = 3;
const LAST_ASCII_CODE = 127;

interface Modified {
  /** Bits of SHIFT, ALT and CTRL; the others (super, caps lock, num lock) make no other key. */
  modifiers: number;
  released: boolean;
}

/** The event for one complete control sequence (CSI): its parameter bytes and its final byte. null when it means nothing. */
export function decodeControlSequence(parameters: string, final: string): StdinEvent | null {
  if (!/^[\d;:]*$/.test(parameters)) return null;
  const [first = '', second, third] = parameters.split(';');
  if (final === 'R' && second !== undefined)
    return { type: 'cursor', row: fromOne(first), column: fromOne(second) };
  if (final === 't')
    return first === '8' ? { type: 'size', columns: Number(third) || 0, rows: Number(second) || 0 } : null;
  if (parameters === '' && (final === 'I' || final === 'O')) return { type: 'focus', focused: final === 'I' };
  const { modifiers, released } = readModifiers(second);
  if (released) return null;
  if (final === 'u') return eventForCode(keyCode(first, modifiers), modifiers);
  if (final === '~' && first === '27' && third !== undefined)
    return eventForCode(Number.parseInt(third, 10), modifiers);
  if (final === '~') return keyEvent(TILDE_KEYS[first], modifiers);
  if (final === '$' || final === '^' || final === '@')
    return keyEvent(TILDE_KEYS[first], RXVT_MODIFIERS[final]);
  if (parameters === '' && SMALL_LETTER_KEYS[final] !== undefined)
    return keyEvent(SMALL_LETTER_KEYS[final], SHIFT);
  return first === '' || first === '1' ? keyEvent(LETTER_KEYS[final], modifiers) : null;
}

/** A place as terminals count it, from 0. */
function fromOne(field: string): number {
  return Math.max(0, Number(field) - 1) || 0;
}

/** The event for `ESC O` and one character. */
export function decodeSingleShift(character: string): InputEvent | null {
  const ctrlArrow = SMALL_LETTER_KEYS[character];
  return ctrlArrow === undefined ? keyEvent(LETTER_KEYS[character], 0) : keyEvent(ctrlArrow, CTRL);
}

/** The event for one control character, code 0 to 31 or 127. */
export function decodeControlCharacter(code: number): InputEvent {
  const name = NAMED_CODES[code];
  if (name !== undefined) return { type: 'key', chord: name };
  const character = code === 0 ? 'space' : String.fromCharCode(code + 64).toLowerCase();
  return { type: 'key', chord: `ctrl+${character}` };
}

/** The same key with Alt held, as terminals say with an ESC in front. */
export function withAlt(event: InputEvent): InputEvent {
  if (event.type === 'text') return { type: 'key', chord: `alt+${event.text.toLowerCase()}` };
  if (event.type === 'paste' || event.chord.includes('alt+')) return event;
  const ctrl = event.chord.startsWith('ctrl+');
  return { type: 'key', chord: ctrl ? event.chord.replace('ctrl+', 'ctrl+alt+') : `alt+${event.chord}` };
}

const RXVT_MODIFIERS = { $: SHIFT, '^': CTRL, '@': CTRL | SHIFT } as const;

/** `modifiers:event` of the kitty protocol, where the modifiers are a bit set plus one. */
function readModifiers(field = ''): Modified {
  const [bits = '', event] = field.split(':');
  const modifiers = Math.max(0, (Number.parseInt(bits, 10) || 1) - 1);
  return { modifiers: modifiers & (SHIFT | ALT | CTRL), released: Number(event) === KEY_RELEASED };
}

/**
 * Which key of `code:shifted:base` of the kitty protocol. With Ctrl or Alt it is the one that stands there on a Latin
 * keyboard, where the user's own has other letters: Ctrl+С on a Russian one is Ctrl+C.
 */
function keyCode(field: string, modifiers: number): number {
  const [code, , base] = field.split(':').map((part) => Number.parseInt(part, 10));
  const isForeign = code !== undefined && code > LAST_ASCII_CODE && printableOf(code) !== undefined;
  return (isForeign && (modifiers & (ALT | CTRL)) !== 0 ? base : undefined) || (code ?? Number.NaN);
}

function eventForCode(code: number, modifiers: number): InputEvent | null {
  const name = NAMED_CODES[code];
  if (name !== undefined) return keyEvent(name, modifiers);
  const character = printableOf(code);
  if (character === undefined) return null;
  if ((modifiers & (ALT | CTRL)) === 0)
    return { type: 'text', text: modifiers & SHIFT ? character.toUpperCase() : character };
  return keyEvent(character === ' ' ? 'space' : character.toLowerCase(), modifiers);
}

function keyEvent(name: string | undefined, modifiers: number): InputEvent | null {
  if (name === undefined) return null;
  const ctrl = modifiers & CTRL ? 'ctrl+' : '';
  const alt = modifiers & ALT ? 'alt+' : '';
  const shift = modifiers & SHIFT && !name.startsWith('shift+') ? 'shift+' : '';
  return { type: 'key', chord: `${ctrl}${alt}${shift}${name}` };
}
