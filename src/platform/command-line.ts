import { SimseError } from '../core/errors.ts';

const PLAIN_WORD = /^[\w@%+=:,./-]+$/;
const BLANK = /\s/;
/** What a backslash escapes outside quotes. Before anything else it is itself, so that Windows paths stay whole. */
const ESCAPABLE = /[\s"'\\$`]/;
const ESCAPABLE_IN_DOUBLE_QUOTES = /["\\$`]/;

/** Splits a command line into its words, with the quotes and backslashes of a shell and none of its expansions. */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === quote) {
      quote = null;
    } else if (char === '\\' && isEscape(next, quote)) {
      word = (word ?? '') + next;
      at += 1;
    } else if (quote === null && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (quote === null && BLANK.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + char;
    }
  }
  if (quote !== null) throw new SimseError('usage', `the quote ${quote} is never closed in: ${line}`);
  return word === null ? words : [...words, word];
}

/** Words as one line that a POSIX shell reads back as the same words. */
export function quoteCommandLine(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

export function quoteWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function isEscape(next: string, quote: string | null): boolean {
  if (next === '' || quote === "'") return false;
  return (quote === null ? ESCAPABLE : ESCAPABLE_IN_DOUBLE_QUOTES).test(next);
}
