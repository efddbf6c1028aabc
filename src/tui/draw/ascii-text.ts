import { graphemesOf, widthOf } from './graphemes.ts';

const ASCII = /^[\u0000-\u007f]*$/;
const MARKS = /\p{M}+/gu;
const BOX = /^[\u2500-\u257f]$/;
const UNKNOWN = '?';

/** Each as wide as what it stands for. */
const STAND_INS = new Map(
  Object.entries({
    '›': '>',
    '»': '>',
    '‖': '=',
    '●': '*',
    '•': '*',
    '⎿': '\\',
    '∴': '~',
    '✔': 'v',
    '✗': 'x',
    '▸': '>',
    '○': 'o',
    '·': '-',
    '…': '.',
    '▏': '|',
    '│': '|',
    '┃': '|',
    '─': '-',
    '━': '-',
    '█': '#',
    '░': '.',
    '→': '>',
    '←': '<',
    '↑': '^',
    '↓': 'v',
    '⏎': '<',
    '×': 'x',
    '–': '-',
    '—': '-',
    '−': '-',
    '‘': "'",
    '’': "'",
    '“': '"',
    '”': '"',
    '\u00a0': ' ',
  }),
);

/** The text as a terminal can show it that knows no characters but those of ASCII. It takes the same columns. */
export function asciiText(text: string): string {
  if (ASCII.test(text)) return text;
  return graphemesOf(text)
    .map(({ text: grapheme }) => asciiOf(grapheme))
    .join('');
}

function asciiOf(grapheme: string): string {
  const known = STAND_INS.get(grapheme);
  if (known !== undefined) return known;
  if (BOX.test(grapheme)) return '+';
  const bare = grapheme.normalize('NFD').replace(MARKS, '');
  return ASCII.test(bare) ? bare : UNKNOWN.repeat(widthOf(grapheme));
}
