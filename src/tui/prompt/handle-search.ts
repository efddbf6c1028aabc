import { graphemesOf } from '../draw/graphemes.ts';
import { onOneLine } from '../form/form-state.ts';
import { foundBy, type HistorySearch, NEW_SEARCH } from './history-search.ts';
import { changeDraft } from './change-draft.ts';
import { type Effect, type Handler, type Step, step } from '../repl/step.ts';
import type { UiState } from '../repl/ui-state.ts';

/** Keys that mean the same while the search is open: they are left to the prompt. */
const PASSED: ReadonlySet<unknown> = new Set(['redraw', 'suspend', 'next-mode', 'fold-plan']);

/** Opens the search; the prompts of other directories are read now, unless they have been. */
export function openSearch(ui: UiState): Step {
  const effects: Effect[] = ui.history.elsewhere === null ? [{ type: 'load-history' }] : [];
  return step({ ...ui, search: NEW_SEARCH, showsKeys: false }, ...effects);
}

/** Takes the keys while earlier prompts are searched. */
export const handleSearch: Handler = (ui, event, { keymap }) => {
  const { search } = ui;
  if (search === null) return null;
  if (event.type !== 'key') return look(ui, search.query + onOneLine(event.text));
  switch (keymap.inPlace('search', event)) {
    case 'older':
      return mark(ui, search, 1);
    case 'newer':
      return mark(ui, search, -1);
    case 'page-up':
      return mark(ui, search, PAGE);
    case 'page-down':
      return mark(ui, search, -PAGE);
    case 'take':
      return take(ui, search);
    case 'erase':
      return look(ui, withoutLast(search.query));
    case 'clear':
      return look(ui, '');
    case 'leave':
      return step({ ...ui, search: null });
    default:
      return PASSED.has(keymap.inPrompt(event)) ? null : step(ui);
  }
};

const PAGE = 8;

function look(ui: UiState, query: string): Step {
  return step({ ...ui, search: { query, selected: 0 } });
}

/** The older ones are above. */
function mark(ui: UiState, search: HistorySearch, by: number): Step {
  const last = foundBy(search, ui.history).length - 1;
  const selected = Math.max(0, Math.min(search.selected + by, last));
  return step({ ...ui, search: { ...search, selected } });
}

function take(ui: UiState, search: HistorySearch): Step {
  const found = foundBy(search, ui.history)[search.selected];
  if (found === undefined) return step(ui);
  return step(changeDraft({ ...ui, search: null }, { type: 'replace', text: found.text }));
}

function withoutLast(text: string): string {
  return text.slice(0, graphemesOf(text).at(-1)?.index ?? 0);
}
