import { runsOf } from '../draw/graphemes.ts';
import { TextRow, useScreen } from '../draw/rows.tsx';
import { ruleRow } from '../draw/rule-row.ts';
import { windowAround } from '../draw/scrolled-rows.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { useKeys } from '../keys/keys-context.ts';
import { type FoundPrompt, foundBy } from './history-search.ts';
import type { HistorySearch, HistoryState } from './history-state.ts';

/** The rows beside those of what was found: the title with the query, and the keys. */
const FRAME_ROWS = 2;
const MAX_FOUND_ROWS = 10;
/** How much of a prompt stands before the first character that matched, when all of it does not fit. */
const LEAD = 10;

interface FoundPromptsProps {
  search: HistorySearch;
  history: HistoryState;
  /** How many rows it may take. */
  height: number;
}

/** Earlier prompts that match what is looked for, the newest at the bottom. */
export function FoundPrompts({ search, history, height }: FoundPromptsProps) {
  const { columns } = useScreen();
  const keymap = useKeys();
  const found = foundBy(search, history);
  const room = Math.max(1, Math.min(height - FRAME_ROWS, MAX_FOUND_ROWS));
  const marked = found[search.selected];
  const nothing = history.entries.length === 0 ? 'No earlier prompts.' : `No match for "${search.query}".`;
  const title = [span('earlier prompts: ', 'strong'), span(search.query), span(GLYPHS.caret, 'accent')];
  const note = found.length === 0 ? '' : `${search.selected + 1} of ${found.length}`;
  return (
    <>
      <TextRow spans={ruleRow(columns, 'accent', title, note)} />
      {windowAround(found, search.selected, room)
        .toReversed()
        .map((prompt) => (
          <TextRow key={prompt.text} spans={promptSpans(prompt, prompt === marked, columns)} />
        ))}
      {found.length === 0 && <TextRow spans={[span(`  ${nothing}`, 'dim')]} />}
      <TextRow spans={hintsRow(hintsOf(keymap), columns)} />
    </>
  );
}

function hintsOf(keymap: KeyLabels): string[] {
  return [
    ...keyHint(keymap, 'search.take', 'to insert'),
    ...keyHint(keymap, 'search.leave', 'to cancel'),
    ...keyHint(keymap, 'search.older', 'for an older one'),
    ...keysHint(keymap, ['up', 'down'], 'to move'),
  ];
}

function promptSpans({ text, marks, isElsewhere }: FoundPrompt, isMarked: boolean, columns: number): Row {
  const marked = new Set(marks);
  const first = marks[0] ?? 0;
  const start = first + LEAD < columns ? 0 : safeStart(text, first - LEAD);
  const part = text.slice(start, start + columns * 2);
  return [
    span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent'),
    ...(start > 0 ? [span(GLYPHS.more, 'dim')] : []),
    ...runsOf(part, (index) => marked.has(start + index)).map(({ text: run, isIn }) => {
      const shown = run.replaceAll('\n', '⏎');
      return isIn ? span(shown, 'accent', 'strong') : span(shown);
    }),
    ...(isElsewhere ? [span('  elsewhere', 'dim')] : []),
  ];
}

/** Not within a character of two UTF-16 units. */
function safeStart(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset - 1 : offset;
}
