import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import type { HistoryState } from './history-state.ts';
import { type FoundPrompt, foundBy, type HistorySearch } from './history-search.ts';
import { GLYPHS } from '../draw/theme.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { ruleRow } from '../draw/rule-row.ts';
import { windowAround } from '../draw/window-around.ts';

/** The rows beside those of what was found: the title with the query, and the keys. */
const FRAME_ROWS = 2;
const MAX_FOUND_ROWS = 10;
/** How much of a prompt stands before the first character that matched, when all of it does not fit. */
const LEAD = 10;

/** Earlier prompts that match what is looked for, the newest at the bottom, in at most `height` rows. */
export function searchRows(
  search: HistorySearch,
  history: HistoryState,
  keymap: KeyLabels,
  columns: number,
  height: number,
): Row[] {
  const found = foundBy(search, history);
  const room = Math.max(1, Math.min(height - FRAME_ROWS, MAX_FOUND_ROWS));
  const rows = found.map((prompt, index) => promptRow(prompt, index === search.selected, columns));
  const shown = windowAround(rows, search.selected, room).toReversed();
  const nothing = history.entries.length === 0 ? 'No earlier prompts.' : `Nothing has "${search.query}".`;
  const title = [span('earlier prompts: ', 'strong'), span(search.query), span(GLYPHS.caret, 'accent')];
  const note = found.length === 0 ? '' : `${search.selected + 1} of ${found.length}`;
  const body = shown.length > 0 ? shown : [fitRow([span(`  ${nothing}`, 'dim')], columns)];
  return [ruleRow(columns, 'accent', title, note), ...body, hintsRow(hintsOf(keymap), columns)];
}

function hintsOf(keymap: KeyLabels): string[] {
  return [
    ...keyHint(keymap, 'search.take', 'takes it'),
    ...keyHint(keymap, 'search.leave', 'leaves the draft as it is'),
    ...keyHint(keymap, 'search.older', 'older'),
    ...keysHint(keymap, ['up', 'down'], 'move'),
  ];
}

function promptRow({ text, marks, isElsewhere }: FoundPrompt, isMarked: boolean, columns: number): Row {
  const marked = new Set(marks);
  const first = marks[0] ?? 0;
  const start = first + LEAD < columns ? 0 : safeStart(text, first - LEAD);
  const characters = Array.from(text.slice(start, start + columns * 2));
  const row: Row = [
    span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent'),
    ...(start > 0 ? [span(GLYPHS.more, 'dim')] : []),
  ];
  let offset = start;
  let run = '';
  let isRunMarked = false;
  const parts = [...row];
  const endRun = () => {
    if (run !== '') parts.push(isRunMarked ? span(run, 'accent', 'strong') : span(run));
    run = '';
  };
  for (const character of characters) {
    const isHit = marked.has(offset);
    if (isHit !== isRunMarked) endRun();
    isRunMarked = isHit;
    run += character === '\n' ? '⏎' : character;
    offset += character.length;
  }
  endRun();
  if (isElsewhere) parts.push(span('  elsewhere', 'dim'));
  return fitRow(parts, columns);
}

/** Not within a character of two UTF-16 units. */
function safeStart(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
