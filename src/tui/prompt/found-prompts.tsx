import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import { useKeys } from '../keys/keys-context.ts';
import type { HistoryState } from './history-state.ts';
import type { HistorySearch } from './history-search.ts';
import { searchRows } from './search-rows.ts';

interface HistorySearchProps {
  search: HistorySearch;
  history: HistoryState;
  /** How many rows it may take. */
  height: number;
}

/** Earlier prompts, while they are searched. */
export function FoundPrompts({ search, history, height }: HistorySearchProps) {
  const { columns } = useScreen();
  return <Rows rows={searchRows(search, history, useKeys(), columns, height)} />;
}
