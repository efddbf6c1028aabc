import { cleanLine } from '../core/text/clean-text.ts';

const MAX_WORDS = 16;
const BEFORE_CHARS = 60;
const AFTER_CHARS = 140;
/** Scripts without upper and lower case often do without blanks, too: there a word may begin anywhere. */
const WORD_CHARACTER = /[\p{Lu}\p{Ll}\p{N}_]/u;

/** The words of a query, each once, as `countWord` wants them. */
export function toWords(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, MAX_WORDS);
}

/** How often a word, or one that begins with it, stands in a text; both in lower case. */
export function countWord(text: string, word: string): number {
  let count = 0;
  for (let at = findWord(text, word, 0); at >= 0; at = findWord(text, word, at + word.length)) count += 1;
  return count;
}

/** A line of a text around the first of the words, cleaned. */
export function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = words.map((word) => findWord(lower, word, 0)).filter((at) => at >= 0);
  const at = Math.min(...found, text.length);
  const from = Math.max(0, at - BEFORE_CHARS);
  const to = at + AFTER_CHARS;
  const line = cleanLine(text.slice(from, to).replace(/\p{Surrogate}/gu, ''));
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
}

function findWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isInside =
      at > 0 && WORD_CHARACTER.test(text.charAt(at - 1)) && WORD_CHARACTER.test(word.charAt(0));
    if (!isInside) return at;
  }
  return -1;
}
