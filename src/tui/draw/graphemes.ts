import stringWidth from 'string-width';

/** One character as a person sees it. */
export interface Grapheme {
  text: string;
  /** UTF-16 offset in the text it was taken from. */
  index: number;
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** What was measured of single characters. */
const rooms = new Map<string, number>();
const MAX_ROOMS = 10_000;
export const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;
/** Text in which each of these is a character by itself: nothing here joins what is before it. Segmenting is slow. */
const ONE_BY_ONE = /^[ -~¡-¬®-ʯΑ-ҁҊ-ԯ‐-‧‰-⁞←-⇿∀-⋿─-◿✓-✘、-〩ぁ-ゖァ-ヺー一-鿿가-힣！-～]*$/;

export function graphemesOf(text: string): Grapheme[] {
  if (ONE_BY_ONE.test(text)) return Array.from(text, (character, index) => ({ text: character, index }));
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
  // Most often it is one character, and one that was measured before: a long draft is measured for every key.
  const known = rooms.get(text);
  if (known !== undefined) return known;
  const graphemes = graphemesOf(text);
  if (graphemes.length > 1) return graphemes.reduce((sum, grapheme) => sum + roomFor(grapheme.text), 0);
  if (rooms.size >= MAX_ROOMS) rooms.clear();
  const room = roomForGrapheme(text);
  rooms.set(text, room);
  return room;
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

/** A text in parts, each of characters that are alike in what is asked of their offsets. */
export function runsOf(text: string, isIn: (index: number) => boolean): { text: string; isIn: boolean }[] {
  const runs: { text: string; isIn: boolean }[] = [];
  for (const grapheme of graphemesOf(text)) {
    const own = isIn(grapheme.index);
    const last = runs.at(-1);
    if (last?.isIn === own) last.text += grapheme.text;
    else runs.push({ text: grapheme.text, isIn: own });
  }
  return runs;
}
