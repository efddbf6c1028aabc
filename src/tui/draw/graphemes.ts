import stringWidth from 'string-width';

/** One character as a person sees it. */
export interface Grapheme {
  text: string;
  /** UTF-16 offset in the text it was taken from. */
  index: number;
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;

export function graphemesOf(text: string): Grapheme[] {
  if (PRINTABLE_ASCII.test(text)) return Array.from(text, (character, index) => ({ text: character, index }));
  return Array.from(SEGMENTER.segment(text), ({ segment, index }) => ({ text: segment, index }));
}

/** How many columns a terminal gives to the text. */
export function widthOf(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

/** The offset behind the last character that still fits into `columns`. */
export function fittingLength(text: string, columns: number): number {
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    used += widthOf(grapheme.text);
    if (used > columns) return grapheme.index;
  }
  return text.length;
}
