import { cleanInput } from '../editor/chips.ts';

/** Earlier prompts, and the way back to the draft that was left for one of them. */
export interface HistoryState {
  /** Oldest first. */
  readonly entries: readonly string[];
  /** Which entry is shown; null while the draft is. */
  readonly index: number | null;
  /** The draft as it was when the user went into the history. */
  readonly draft: string;
  /** Prompts of other directories, oldest first; null until they have been read. */
  readonly elsewhere: readonly string[] | null;
}

/** The search through earlier prompts while it is open. The draft stays as it is until one is taken. */
export interface HistorySearch {
  readonly query: string;
  /** Which of what was found is marked, from 0, the newest. */
  readonly selected: number;
}

export function createHistory(entries: readonly string[]): HistoryState {
  return { entries: entries.map(cleanInput), index: null, draft: '', elsewhere: null };
}

/** One entry back from what is shown; null when there is none. */
export function olderPrompt(
  history: HistoryState,
  shown: string,
): { history: HistoryState; text: string } | null {
  const index = (history.index ?? history.entries.length) - 1;
  const text = history.entries[index];
  if (text === undefined) return null;
  return { history: { ...history, index, draft: history.index === null ? shown : history.draft }, text };
}

/** One entry forward, behind the last one the draft; null when the draft is shown already. */
export function newerPrompt(history: HistoryState): { history: HistoryState; text: string } | null {
  if (history.index === null) return null;
  const index = history.index + 1;
  const text = history.entries[index];
  return text === undefined
    ? { history: { ...history, index: null, draft: '' }, text: history.draft }
    : { history: { ...history, index }, text };
}

/** The history with one more entry, and the draft shown again. */
export function rememberPrompt(history: HistoryState, text: string): HistoryState {
  const entries =
    text === '' || history.entries.at(-1) === text ? history.entries : [...history.entries, text];
  return { ...history, entries, index: null, draft: '' };
}

/** The history with the prompts of other directories, as they were read. */
export function withElsewhere(history: HistoryState, prompts: readonly string[]): HistoryState {
  return { ...history, elsewhere: prompts.map(cleanInput) };
}
