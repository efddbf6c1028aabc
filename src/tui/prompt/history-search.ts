import type { HistoryState } from './history-state.ts';

/** An earlier prompt that has what was looked for. */
export interface FoundPrompt {
  text: string;
  /** UTF-16 offsets of the characters that matched, in order. */
  marks: readonly number[];
  /** From another directory. */
  isElsewhere: boolean;
}

const MAX_FOUND = 200;
/** How many characters may lie between those of a word that is spread out, for each of its characters. */
const MAX_SPREAD = 3;

/**
 * The prompts that have every word of the query, newest first, those of this directory before others: at first those that
 * have each word as it is, then those that have a word's characters near each other. Each text is found once. Both lists are
 * oldest first.
 */
export function findPrompts(
  query: string,
  here: readonly string[],
  elsewhere: readonly string[],
): FoundPrompt[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const seen = new Set<string>();
  const exact: FoundPrompt[] = [];
  const near: FoundPrompt[] = [];
  const look = (texts: readonly string[], isElsewhere: boolean) => {
    for (const text of texts.toReversed()) {
      if (seen.has(text)) continue;
      seen.add(text);
      const found = matchWords(text.toLowerCase(), words);
      if (found !== null) (found.isExact ? exact : near).push({ text, marks: found.marks, isElsewhere });
    }
  };
  look(here, false);
  look(elsewhere, true);
  return [...exact, ...near].slice(0, MAX_FOUND);
}

interface Match {
  marks: number[];
  isExact: boolean;
}

function matchWords(text: string, words: readonly string[]): Match | null {
  const matches: Match[] = [];
  for (const word of words) {
    const match = matchWord(text, word);
    if (match === null) return null;
    matches.push(match);
  }
  const marks = [...new Set(matches.flatMap((match) => match.marks))].toSorted((a, b) => a - b);
  return { marks, isExact: matches.every((match) => match.isExact) };
}

function matchWord(text: string, word: string): Match | null {
  const index = text.indexOf(word);
  if (index >= 0) return { marks: Array.from(word, (_, offset) => index + offset), isExact: true };
  const limit = word.length * (1 + MAX_SPREAD);
  const first = word[0] ?? '';
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    const marks = spreadFrom(text, word, start, limit);
    if (marks !== null) return { marks, isExact: false };
  }
  return null;
}

function spreadFrom(text: string, word: string, start: number, limit: number): number[] | null {
  const marks: number[] = [];
  let from = start;
  for (const character of word) {
    const index = text.indexOf(character, from);
    if (index < 0 || index - start >= limit) return null;
    marks.push(index);
    from = index + 1;
  }
  return marks;
}

/** The search through earlier prompts while it is open. The draft stays as it is until one is taken. */
export interface HistorySearch {
  readonly query: string;
  /** Which of what was found is marked, from 0, the newest. */
  readonly selected: number;
}

export const NEW_SEARCH: HistorySearch = { query: '', selected: 0 };

/** What a search finds, the newest first. */
export function foundBy({ query }: HistorySearch, { entries, elsewhere }: HistoryState): FoundPrompt[] {
  return findPrompts(query, entries, elsewhere ?? []);
}
