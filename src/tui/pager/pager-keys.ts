import { keyHint } from '../keys/hints-row.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { matchingRows, type PagerPage } from './pager-page.ts';

/** What the user has done in the pager. */
export interface PagerState {
  /** The entry that is looked at; null for the whole transcript. */
  readonly pageId: string | null;
  /** The entry to go back to from the transcript. */
  readonly lastId: string | null;
  /** How many rows are out of sight above. */
  readonly top: number;
  /** The end is in sight, and stays there while more comes. */
  readonly follows: boolean;
  /** What was searched for last, and the row in which it was found. */
  readonly search: string;
  readonly match: number | null;
  /** What is being typed to search for; null while nothing is. */
  readonly typing: string | null;
  /** Said in the last row until the next key. */
  readonly message: string | null;
}

/** The pager as it opens, on an entry or on the transcript. What still goes on is shown by its end. */
export function createPagerState(pageId: string | null, follows: boolean): PagerState {
  return { pageId, lastId: pageId, top: 0, follows, search: '', match: null, typing: null, message: null };
}

/** Rows of the screen that are not for the page: its title, and what the keys do. */
const FRAME_ROWS = 2;

/** How many rows of a page are in sight on a screen of so many. */
export function pageHeight(rows: number): number {
  return Math.max(1, rows - FRAME_ROWS);
}

/** What the pager stands before. */
export interface PagerView {
  keymap: Keymap;
  page: PagerPage;
  /** Of all entries that can be looked at, oldest first. */
  ids: readonly string[];
  /** How many rows of the page are in sight. */
  height: number;
}

/** `close` leaves the pager; `print` as well, with the page written to the scrollback. */
type PagerStep = { state: PagerState } | { done: 'close' | 'print' };

/** What one event of the keyboard does in the pager. Text has to come character by character. Pure and total. */
export function updatePager(before: PagerState, event: InputEvent, view: PagerView): PagerStep {
  const state = { ...before, message: null };
  if (state.typing !== null) return { state: typeSearch(state, state.typing, event, view) };
  if (event.type === 'paste') return { state };
  const action = view.keymap.inPlace('pager', event);
  if (action === 'close' || action === 'print') return { done: action };
  return { state: action === undefined ? state : act(state, action, view) };
}

type Motion = Exclude<PlaceAction<'pager'>, 'close' | 'print'>;

function act(state: PagerState, action: Motion, view: PagerView): PagerState {
  const { height, page } = view;
  switch (action) {
    case 'search':
      return { ...state, typing: '' };
    case 'transcript':
      return page.id === null
        ? { ...createPagerState(state.lastId, false), search: state.search }
        : { ...createPagerState(null, true), lastId: page.id, search: state.search };
    case 'next':
      return turnPage(state, 1, view);
    case 'previous':
      return turnPage(state, -1, view);
    case 'next-match':
      return state.search === '' ? turnPage(state, 1, view) : findMatch(state, 1, view);
    case 'previous-match':
      return state.search === '' ? turnPage(state, -1, view) : findMatch(state, -1, view);
    case 'start':
      return scrollTo(state, 0, view);
    case 'end':
      return scrollTo(state, page.rows.length, view);
    default:
      return scrollTo(state, topOf(state, view) + ROWS[action](height), view);
  }
}

/** How many rows a key goes down, of so many in sight. */
const ROWS = {
  up: () => -1,
  down: () => 1,
  'half-up': (height: number) => -halfOf(height),
  'half-down': halfOf,
  'page-up': (height: number) => -2 * halfOf(height),
  'page-down': (height: number) => 2 * halfOf(height),
};

function halfOf(height: number): number {
  return Math.max(1, Math.floor((height - 1) / 2));
}

/** The first row in sight. */
export function topOf(
  { top, follows }: PagerState,
  { page, height }: Pick<PagerView, 'page' | 'height'>,
): number {
  const last = Math.max(0, page.rows.length - height);
  return follows ? last : Math.min(top, last);
}

function scrollTo(state: PagerState, row: number, { page, height }: PagerView): PagerState {
  const last = Math.max(0, page.rows.length - height);
  const top = Math.max(0, Math.min(row, last));
  return { ...state, top, follows: top === last && last > 0 };
}

function turnPage(state: PagerState, by: number, { page, ids, keymap }: PagerView): PagerState {
  if (page.id === null)
    return { ...state, message: keyHint(keymap, 'pager.transcript', 'to go back to one at a time').join('') };
  const id = ids[ids.indexOf(page.id) + by];
  if (id === undefined)
    return { ...state, message: by > 0 ? 'That was the last one' : 'That was the first one' };
  return { ...createPagerState(id, false), search: state.search };
}

function typeSearch(state: PagerState, typed: string, event: InputEvent, view: PagerView): PagerState {
  if (event.type !== 'key') return { ...state, typing: typed + event.text.replace(/\s+/g, ' ') };
  const done = view.keymap.inPlace('line', event);
  if (done === 'take')
    return findMatch({ ...state, typing: null, search: typed || state.search, match: null }, 1, view);
  if (done === 'leave' || view.keymap.does(event, 'interrupt')) return { ...state, typing: null };
  if (view.keymap.does(event, 'delete-left'))
    return { ...state, typing: typed === '' ? null : Array.from(typed).slice(0, -1).join('') };
  return view.keymap.does(event, 'cut-to-line-start') ? { ...state, typing: '' } : state;
}

/** Scrolls to the next match below (1) or above (-1), around the end if need be; the first time from the top of what is in sight. */
function findMatch(state: PagerState, by: 1 | -1, view: PagerView): PagerState {
  const matches = matchingRows(view.page, state.search);
  const from = state.match ?? topOf(state, view) - 1;
  const found =
    by > 0
      ? (matches.find((row) => row > from) ?? matches[0])
      : (matches.findLast((row) => row < from) ?? matches.at(-1));
  if (found === undefined)
    return { ...state, message: state.search === '' ? null : `No match for "${state.search}"` };
  // Somewhat below the top, for what stands before it.
  const top = found - Math.floor(view.height / 4);
  return { ...scrollTo(state, top, view), follows: false, match: found };
}
