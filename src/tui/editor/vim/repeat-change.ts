import { nextEdge } from '../grapheme-edges.ts';
import { lineEnd, lineStart } from '../motions.ts';
import { at, type VimDraft } from './vim-changes.ts';
import type { Repeat, Selected } from './vim-state.ts';

/** A change with another count in place of its own. */
export function repeated(repeat: Repeat, count: number): Repeat {
  const [, register = '', keys = ''] =
    /^(?:[1-9]\d*)?("[\s\S])?(?:[1-9]\d*)?([\s\S]*)$/.exec(repeat.keys) ?? [];
  const bare = keys.replace(/^([dcy<>]|g[uU~])\d+/, '$1');
  return { ...repeat, keys: `${count}${register}${bare}` };
}

/** How much is selected; null outside of visual mode. */
export function selectedIn({ vim: { mode, anchor }, editor: { text, cursor } }: VimDraft): Selected | null {
  if (mode !== 'visual' && mode !== 'visual-line') return null;
  const [first, last] = anchor < cursor ? [anchor, cursor] : [cursor, anchor];
  const lines = text.slice(first, last).split('\n').length;
  const from = lines === 1 ? first : lineStart(text, last);
  return { mode, lines, characters: Array.from(text.slice(from, nextEdge(text, last))).length };
}

/** Selects as much again, from the cursor on. */
export function selectAgain({ vim, editor }: VimDraft, { mode, lines, characters }: Selected): VimDraft {
  const { text, cursor } = editor;
  let start = cursor;
  for (let line = 1; line < lines && lineEnd(text, start) < text.length; line += 1)
    start = lineEnd(text, start) + 1;
  let last = start;
  for (let count = 1; count < characters && nextEdge(text, last) < lineEnd(text, start); count += 1)
    last = nextEdge(text, last);
  return { vim: { ...vim, mode, anchor: cursor }, editor: at(editor, last) };
}
