import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { restyle, type Row, rowText, type Span, sliceRow, span } from '../draw/span.ts';
import type { ActionName } from '../keys/key-table.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { ruleRow } from '../draw/rule-row.ts';
import { GLYPHS } from '../draw/theme.ts';
import type { PagerPage } from './pager-page.ts';
import { type PagerState, topOf } from './pager-keys.ts';

interface PagerScreen {
  page: PagerPage;
  /** What waits for the user in the REPL, if anything does. */
  waiting: string | null;
  columns: number;
  rows: number;
  keymap: KeyLabels;
}

/** Rows of the screen that are not for the page: its title, and what the keys do. */
const FRAME_ROWS = 2;
const SCROLLING: readonly ActionName[] = [
  'pager.up',
  'pager.down',
  'pager.page-down',
  'pager.start',
  'pager.end',
];

export function pageHeight(rows: number): number {
  return Math.max(1, rows - FRAME_ROWS);
}

/** The whole screen of the pager, row by row. */
export function pagerRows(state: PagerState, screen: PagerScreen): Row[] {
  const { page, columns, rows } = screen;
  const height = pageHeight(rows);
  const top = topOf(state, { page, height });
  const shown = page.rows.slice(top, top + height).map((row, index) => {
    const fitted = fitRow(row, columns);
    return state.search === '' ? fitted : markMatches(fitted, state.search, top + index === state.match);
  });
  const blank = Array.from({ length: height - shown.length }, (): Row => []);
  const place =
    page.layOutMore?.() === true
      ? `${top + shown.length} rows ${GLYPHS.more}`
      : placeOf(top, shown.length, page.rows.length);
  const title = ruleRow(columns, 'accent', [span(page.title, 'strong')], place);
  return [title, ...shown, ...blank, fitRow(lastRow(state, screen), columns)].slice(0, rows);
}

function placeOf(top: number, shown: number, all: number): string {
  if (shown >= all) return 'all';
  const end = top + shown;
  return end >= all ? 'end' : `${Math.floor((end / all) * 100)}%`;
}

function lastRow(state: PagerState, { page, waiting, columns, keymap }: PagerScreen): Row {
  const { typing, message, search } = state;
  if (typing !== null) return [span('/', 'accent'), span(typing), span(GLYPHS.caret, 'accent')];
  if (message !== null) return [span(message, 'warning')];
  const answers = keyHint(keymap, 'pager.close', 'goes to it');
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
