/** Keys that a terminal sends as `CSI letter`, or `CSI 1 ; modifiers letter`. */
const LETTERS: Readonly<Record<string, string>> = {
  up: 'A',
  down: 'B',
  right: 'C',
  left: 'D',
  end: 'F',
  home: 'H',
};
/** Those that are sent as `CSI number ~`. */
const NUMBERS: Readonly<Record<string, number>> = { insert: 2, delete: 3, pageup: 5, pagedown: 6 };
/** Those that are a byte of their own. */
const CODES: Readonly<Record<string, number>> = { tab: 9, enter: 13, escape: 27, backspace: 127 };
const MODIFIERS: Readonly<Record<string, number>> = { shift: 1, alt: 2, ctrl: 4 };

/** What an xterm sends for a chord such as `ctrl+left`, or one with the kitty protocol where an xterm has nothing for it. */
export function chordBytes(chord: string): string {
  const parts = chord.split(/\+(?=.)/);
  const key = parts.at(-1) ?? '';
  const modifiers = parts.slice(0, -1).reduce((sum, name) => sum + (MODIFIERS[name] ?? 0), 0);
  if (key === 'f1') return '\u001bOP';
  if (chord === 'shift+tab') return '\u001b[Z';
  const letter = LETTERS[key];
  if (letter !== undefined)
    return modifiers === 0 ? `\u001b[${letter}` : `\u001b[1;${modifiers + 1}${letter}`;
  const number = NUMBERS[key];
  if (number !== undefined) return `\u001b[${number}${modifiers === 0 ? '' : `;${modifiers + 1}`}~`;
  return characterBytes(key, modifiers);
}

function characterBytes(key: string, modifiers: number): string {
  const code = CODES[key] ?? key.charCodeAt(0);
  const isLetter = /^[a-z]$/.test(key);
  const { alt = 0, ctrl = 0 } = MODIFIERS;
  if (modifiers === 0) return String.fromCharCode(code);
  if (modifiers === ctrl && (isLetter || key === '_')) return String.fromCharCode(code & 31);
  if (modifiers === ctrl + alt && isLetter) return `\u001b${String.fromCharCode(code & 31)}`;
  if (modifiers === alt) return `\u001b${String.fromCharCode(code)}`;
  return `\u001b[${code};${modifiers + 1}u`;
}
