import type { PromptHistory } from './editor/prompt-history.ts';
import { type FoundPrompt, findPrompts } from './find-prompts.ts';

/** The search through earlier prompts while it is open. The draft stays as it is until one is taken. */
export interface HistorySearch {
  readonly query: string;
  /** Which of what was found is marked, from 0, the newest. */
  readonly selected: number;
}

export const NEW_SEARCH: HistorySearch = { query: '', selected: 0 };

/** What a search finds, the newest first. */
export function foundBy({ query }: HistorySearch, { entries, elsewhere }: PromptHistory): FoundPrompt[] {
  return findPrompts(query, entries, elsewhere ?? []);
}
