import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../editor/editor.ts';
import { step } from '../keys/transition.ts';
import type { HistorySearch, HistoryState } from './history-state.ts';
import {
  changeDraft,
  type PromptEffect,
  type PromptHandler,
  type PromptState,
  type PromptStep,
} from './prompt-state.ts';

const NEW_SEARCH: HistorySearch = { query: '', selected: 0 };

/** Keys that mean the same while the search is open: they are left to the prompt. */
const PASSED: ReadonlySet<unknown> = new Set(['redraw', 'suspend', 'next-mode', 'fold-plan']);

const PAGE = 8;

/** Opens the search; the prompts of other directories are read now, unless they have been. */
export function openSearch(prompt: PromptState): PromptStep {
  const effects: PromptEffect[] = prompt.history.elsewhere === null ? [{ type: 'load-history' }] : [];
  return step({ ...prompt, search: NEW_SEARCH, showsKeys: false }, ...effects);
}

/** Takes the keys while earlier prompts are searched. */
export const handleSearch: PromptHandler = (prompt, event, { keymap }) => {
  const { search } = prompt;
  if (search === null) return null;
  if (event.type !== 'key') return look(prompt, search.query + onOneLine(event.text));
  switch (keymap.inPlace('search', event)) {
    case 'older':
      return mark(prompt, search, 1);
    case 'newer':
      return mark(prompt, search, -1);
    case 'page-up':
      return mark(prompt, search, PAGE);
    case 'page-down':
      return mark(prompt, search, -PAGE);
    case 'take':
      return take(prompt, search);
    case 'erase':
      return look(prompt, withoutLast(search.query));
    case 'clear':
      return look(prompt, '');
    case 'leave':
      return step({ ...prompt, search: null });
    default:
      return PASSED.has(keymap.inPrompt(event)) ? null : step(prompt);
  }
};

function look(prompt: PromptState, query: string): PromptStep {
  return step({ ...prompt, search: { query, selected: 0 } });
}

/** The older ones are above. */
function mark(prompt: PromptState, search: HistorySearch, by: number): PromptStep {
  const last = foundBy(search, prompt.history).length - 1;
  const selected = Math.max(0, Math.min(search.selected + by, last));
  return step({ ...prompt, search: { ...search, selected } });
}

function take(prompt: PromptState, search: HistorySearch): PromptStep {
  const found = foundBy(search, prompt.history)[search.selected];
  if (found === undefined) return step(prompt);
  return step(changeDraft({ ...prompt, search: null }, { type: 'replace', text: found.text }));
}

function withoutLast(text: string): string {
  return text.slice(0, graphemesOf(text).at(-1)?.index ?? 0);
}

/** What a search finds, the newest first. */
export function foundBy({ query }: HistorySearch, { entries, elsewhere }: HistoryState): FoundPrompt[] {
  return findPrompts(query, entries, elsewhere ?? []);
}

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
