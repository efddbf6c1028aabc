import { Box } from 'ink';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { Rows, TextRow, useScreen } from '../draw/rows.tsx';
import { ruleRow } from '../draw/rule-row.ts';
import { type Row, restyle, rowText, type Span, sliceRow, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import type { ActionName } from '../keys/keymap.ts';
import { useKeys } from '../keys/keys-context.ts';
import { type PagerState, pageHeight, topOf } from './pager-keys.ts';
import type { PagerPage } from './pager-page.ts';

export interface PagerProps {
  state: PagerState;
  page: PagerPage;
  /** What waits for the user in the REPL, if anything does. */
  waiting: string | null;
}

const SCROLLING: readonly ActionName[] = [
  'pager.up',
  'pager.down',
  'pager.page-down',
  'pager.start',
  'pager.end',
];

/** The whole screen of the pager: the page's title, what of it is in sight, and what the keys do. */
export function Pager({ state, page, waiting }: PagerProps) {
  const { columns, height } = useScreen();
  const keymap = useKeys();
  const room = pageHeight(height);
  const top = topOf(state, { page, height: room });
  const shown = page.rows.slice(top, top + room).map((row, index) => {
    const fitted = fitRow(row, columns);
    return state.search === '' ? fitted : markMatches(fitted, state.search, top + index === state.match);
  });
  const place = page.isPartial
    ? `${top + shown.length} rows ${GLYPHS.more}`
    : placeOf(top, shown.length, page.rows.length);
  return (
    <Box flexDirection="column" height={height} overflowY="hidden">
      <TextRow spans={ruleRow(columns, 'accent', [span(page.title, 'strong')], place)} />
      <Box flexDirection="column" flexGrow={1} overflowY="hidden">
        <Rows rows={shown} />
      </Box>
      <TextRow spans={lastRow(state, { page, waiting, columns, keymap })} />
    </Box>
  );
}

function placeOf(top: number, shown: number, all: number): string {
  if (shown >= all) return 'all';
  const end = top + shown;
  return end >= all ? 'end' : `${Math.floor((end / all) * 100)}%`;
}

interface LastRow extends Omit<PagerProps, 'state'> {
  columns: number;
  keymap: KeyLabels;
}

/** What is typed, or was said; else who waits, and what the keys do. */
function lastRow(state: PagerState, { page, waiting, columns, keymap }: LastRow): Row {
  const { typing, message, search } = state;
  if (typing !== null) return [span('/', 'accent'), span(typing), span(GLYPHS.caret, 'accent')];
  if (message !== null) return [span(message, 'warning')];
  const answers = keyHint(keymap, 'pager.close', 'to answer');
  const asked = waiting === null ? '' : `${GLYPHS.warning} ${[waiting, ...answers].join(' · ')}  `;
  const close = keyHint(keymap, 'pager.close', 'close').map((hint) => ` · ${hint}`);
  const room = columns - widthOf(asked + close.join(''));
  return [
    span(asked, 'warning'),
    ...hintsRow(hintsOf(page, search, keymap), room),
    span(close.join(''), 'dim'),
  ];
}

function hintsOf({ id }: PagerPage, search: string, keymap: KeyLabels): string[] {
  const turns =
    id === null
      ? keyHint(keymap, 'pager.transcript', 'one at a time')
      : [
          ...keysHint(keymap, ['pager.previous', 'pager.next'], 'others'),
          ...keyHint(keymap, 'pager.transcript', 'transcript'),
        ];
  const finds =
    search === ''
      ? keyHint(keymap, 'pager.search', 'search')
      : keysHint(keymap, ['pager.next-match', 'pager.previous-match'], 'matches');
  return [
    ...keysHint(keymap, SCROLLING, 'scroll'),
    ...turns,
    ...finds,
    ...keyHint(keymap, 'pager.print', 'print'),
  ];
}

/** The row with what was searched for made visible, in the row that was found last more so. */
function markMatches(row: Row, search: string, isCurrent: boolean): Row {
  const text = rowText(row);
  // Where another case has another length, places in it would be wrong.
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const wanted = search.toLowerCase();
  const parts: Span[] = [];
  let offset = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, offset)) {
    const hit = restyle(sliceRow(row, at, at + wanted.length), 'underline', isCurrent ? 'warning' : 'accent');
    parts.push(...sliceRow(row, offset, at), ...hit);
    offset = at + wanted.length;
  }
  return [...parts, ...sliceRow(row, offset, text.length)];
}
