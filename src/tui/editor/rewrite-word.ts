import type { Range } from '../draw/line.ts';
import { nextEdge, nextWord, previousEdge, previousWord } from './text-edges.ts';

export type Case = 'upper' | 'lower' | 'capital';

/** Another text in place of a part; the cursor goes behind it. */
export interface Rewrite extends Range {
  text: string;
}

/** The text from the cursor to the end of the word in another case; null without a word. */
export function recaseWord(text: string, cursor: number, to: Case): Rewrite | null {
  const word = nextWord(text, cursor);
  return word === null
    ? null
    : { start: cursor, end: word.end, text: recase(text.slice(cursor, word.end), to) };
}

/** A text in capitals, in small letters, or with a capital at the beginning of each word. */
export function recase(text: string, to: Case): string {
  if (to === 'upper') return text.toUpperCase();
  const lower = text.toLowerCase();
  return to === 'lower' ? lower : lower.replace(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, capitalized);
}

function capitalized(word: string): string {
  const end = nextEdge(word, 0);
  return word.slice(0, end).toUpperCase() + word.slice(end);
}

/** The words around the cursor in the other order, as in a shell: at the end the last two. */
export function swapWords(text: string, cursor: number): Rewrite | null {
  const behind = nextWord(text, cursor);
  // In the middle of a word its rest is what comes next; the whole of it is wanted.
  const second = behind === null ? previousWord(text, text.length) : previousWord(text, behind.end);
  const first = second === null ? null : previousWord(text, second.start);
  if (first === null || second === null || first.end > second.start) return null;
  const between = text.slice(first.end, second.start);
  const swapped = text.slice(second.start, second.end) + between + text.slice(first.start, first.end);
  return { start: first.start, end: second.end, text: swapped };
}

/** The characters around the cursor in the other order; at the end of a line the last two. */
export function swapCharacters(text: string, cursor: number): Rewrite | null {
  const atEnd = cursor === text.length || text[cursor] === '\n';
  const middle = atEnd ? previousEdge(text, cursor) : cursor;
  const start = previousEdge(text, middle);
  const end = nextEdge(text, middle);
  const swapped = text.slice(middle, end) + text.slice(start, middle);
  return start === middle || swapped.includes('\n') ? null : { start, end, text: swapped };
}
