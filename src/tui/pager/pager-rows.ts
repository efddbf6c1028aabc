import { fitRow } from '../draw/line.ts';
import { restyle, type Row, rowText, type Span, sliceRow, span } from '../draw/span.ts';
import { ruleRow } from '../live/rule-row.ts';
import { GLYPHS } from '../theme.ts';
import type { PagerPage } from './pager-page.ts';
import type { PagerState } from './pager-state.ts';
import { topOf } from './update-pager.ts';

interface PagerScreen {
  page: PagerPage;
  /** What waits for the user in the REPL, if anything does. */
  waiting: string | null;
  columns: number;
  rows: number;
}

/** Rows of the screen that are not for the page: its title, and what the keys do. */
const FRAME_ROWS = 2;

export function pageHeight(rows: number): number {
  return Math.max(1, rows - FRAME_ROWS);
}

/** The whole screen of the pager, row by row. */
export function pagerRows(state: PagerState, { page, waiting, columns, rows }: PagerScreen): Row[] {
  const height = pageHeight(rows);
  const top = topOf(state, { page, height, ids: [] });
  const shown = page.rows.slice(top, top + height).map((row, index) => {
    const fitted = fitRow(row, columns);
    return state.search === '' ? fitted : markMatches(fitted, state.search, top + index === state.match);
  });
  const blank = Array.from({ length: height - shown.length }, (): Row => []);
  const place = placeOf(top, shown.length, page.rows.length);
  const title = ruleRow(columns, 'accent', [span(page.title, 'strong')], place);
  return [title, ...shown, ...blank, fitRow(lastRow(state, page, waiting), columns)].slice(0, rows);
}

function placeOf(top: number, shown: number, all: number): string {
  if (shown >= all) return 'all';
  const end = top + shown;
  return end >= all ? 'end' : `${Math.floor((end / all) * 100)}%`;
}

function lastRow({ typing, message, search }: PagerState, page: PagerPage, waiting: string | null): Row {
  if (typing !== null) return [span('/', 'accent'), span(typing), span(GLYPHS.caret, 'accent')];
  if (message !== null) return [span(message, 'warning')];
  const turn = page.id === null ? 't one at a time' : '←→ other calls · t transcript';
  const find = search === '' ? '/ search' : 'n N matches';
  const hints = span(`↑↓ space b g G scroll · ${turn} · ${find} · s print · q close`, 'dim');
  return waiting === null
    ? [hints]
    : [span(`${GLYPHS.warning} ${waiting} · q goes to it  `, 'warning'), hints];
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
