import { runEnd, runStart } from './vim-words.ts';

/** A text that was looked for in the draft, which `n` and `N` repeat. */
export interface Search {
  readonly text: string;
  readonly isForward: boolean;
  /** No part of a longer word. */
  readonly isWord: boolean;
}

/** Where a search leads, around the end if need be; null where the text is nowhere. */
export function findText(draft: string, cursor: number, search: Search, times: number): number | null {
  const places = placesOf(draft, search);
  if (places.length === 0) return null;
  let at = cursor;
  for (let done = 0; done < times; done += 1) {
    const from = at;
    at = search.isForward
      ? (places.find((place) => place > from) ?? places[0] ?? at)
      : (places.findLast((place) => place < from) ?? places.at(-1) ?? at);
  }
  return at;
}

/** The word at the cursor, or the next one of its line, as `*` and `#` look for it; null without one. */
export function searchForWord(draft: string, cursor: number, isForward: boolean): Search | null {
  const ahead = /^[^\p{L}\p{N}_\n]*/u.exec(draft.slice(cursor))?.[0].length ?? 0;
  const start = runStart(draft, cursor + ahead, false);
  const text = draft.slice(start, runEnd(draft, start, false));
  return /^[\p{L}\p{N}_]/u.test(text) ? { text, isForward, isWord: true } : null;
}

function placesOf(draft: string, { text, isWord }: Search): number[] {
  const places: number[] = [];
  if (text === '') return places;
  for (let at = draft.indexOf(text); at >= 0; at = draft.indexOf(text, at + 1))
    if (!isWord || isWhole(draft, at, at + text.length)) places.push(at);
  return places;
}

function isWhole(draft: string, start: number, end: number): boolean {
  return runStart(draft, start, false) === start && runEnd(draft, start, false) === end;
}
