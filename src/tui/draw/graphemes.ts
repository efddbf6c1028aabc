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

/** How many columns a terminal that knows all of Unicode gives to the text: where its cursor is behind it. */
export function widthOf(text: string): number {
  return PRINTABLE_ASCII.test(text) ? text.length : stringWidth(text);
}

/**
 * The most columns that any terminal gives to the text. Many draw the parts of a flag, a family or a syllable side by side
 * that others make one character of; whatever has to fit into a row is measured so, since a row too wide breaks the frame.
 */
export function roomFor(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + roomForGrapheme(grapheme.text), 0);
}

function roomForGrapheme(text: string): number {
  const whole = widthOf(text);
  if (text.length === 1) return whole;
  let apart = 0;
  for (const part of text) apart += stringWidth(part);
  return Math.max(whole, apart);
}

/** The offset behind the last character that still fits into `columns`. */
export function fittingLength(text: string, columns: number): number {
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    used += roomFor(grapheme.text);
    if (used > columns) return grapheme.index;
  }
  return text.length;
}
