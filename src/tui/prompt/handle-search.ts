import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../form/form-state.ts';
import { foundBy, type HistorySearch, NEW_SEARCH } from './history-search.ts';
import { step } from '../keys/transition.ts';
import {
  changeDraft,
  type PromptEffect,
  type PromptHandler,
  type PromptStep,
  type PromptState,
} from './prompt-state.ts';

/** Keys that mean the same while the search is open: they are left to the prompt. */
const PASSED: ReadonlySet<unknown> = new Set(['redraw', 'suspend', 'next-mode', 'fold-plan']);

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

const PAGE = 8;

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
