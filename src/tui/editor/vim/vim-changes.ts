import { edit, type EditorState, splice } from '../editor.ts';
import { nextEdge, previousEdge } from '../grapheme-edges.ts';
import { lineEnd, lineStart, type Range } from '../motions.ts';
import { firstInLine } from './vim-motion.ts';
import { keep, type Register, registerOf } from './vim-registers.ts';
import type { VimState } from './vim-state.ts';

/** The draft, and how it is edited. */
export interface VimDraft {
  readonly vim: VimState;
  readonly editor: EditorState;
}

/** A part of the draft that an operator works on. */
export interface Extent extends Range {
  /** Whole lines, without the line break behind the last one. */
  isLines: boolean;
  /** Where in its first line the cursor goes, where that is not its start. */
  from?: number;
}

/** Whole lines from that of one offset to that of another. */
export function wholeLines(text: string, from: number, to: number): Extent {
  return {
    start: lineStart(text, Math.min(from, to)),
    end: lineEnd(text, Math.max(from, to)),
    isLines: true,
  };
}

export function yankExtent({ vim, editor }: VimDraft, extent: Extent): VimDraft {
  return { vim: keep(vim, cut(editor, extent), true), editor: at(editor, extent.from ?? extent.start) };
}

function cut({ text }: EditorState, { start, end, isLines }: Extent): Register {
  return { text: text.slice(start, end), isLines };
}

export function deleteExtent(draft: VimDraft, extent: Extent): VimDraft {
  const { editor } = draft;
  const vim = keep(draft.vim, cut(editor, extent), false);
  if (!extent.isLines) return { vim, editor: splice(editor, extent, '') };
  const { text } = editor;
  // With the line break behind it, or before it for the last line.
  const end = Math.min(text.length, extent.end + 1);
  const start = extent.end === text.length ? Math.max(0, extent.start - 1) : extent.start;
  const removed = splice(editor, { start, end }, '');
  return {
    vim,
    editor: at(
      removed,
      firstInLine(
        removed.text,
        lineStart(removed.text, start === extent.start ? start : removed.text.length),
      ),
    ),
  };
}

/** Deletes what is to be typed anew; of whole lines an empty one stays. */
export function clearExtent(draft: VimDraft, extent: Extent): VimDraft {
  const { vim, editor } = draft;
  const { start } = extent;
  const changed = extent.start === extent.end ? at(editor, start) : splice(editor, extent, '');
  return { vim: keep(vim, cut(editor, extent), false), editor: changed };
}

/** Puts the register behind or before the cursor, below or above the line. */
export function put({ vim, editor }: VimDraft, isBefore: boolean, count: number): VimDraft {
  const { text: kept, isLines } = registerOf(vim);
  if (kept === '') return { vim, editor };
  const { text, cursor } = editor;
  if (!isLines) {
    const place = isBefore || cursor === lineEnd(text, cursor) ? cursor : nextEdge(text, cursor);
    const changed = splice(editor, { start: place, end: place }, kept.repeat(count));
    return { vim, editor: at(changed, previousEdge(changed.text, changed.cursor)) };
  }
  const lines = `${kept}\n`.repeat(count).slice(0, -1);
  const place = isBefore ? lineStart(text, cursor) : lineEnd(text, cursor);
  const changed = splice(editor, { start: place, end: place }, isBefore ? `${lines}\n` : `\n${lines}`);
  return { vim, editor: at(changed, firstInLine(changed.text, isBefore ? place : place + 1)) };
}

/** Joins so many lines with a blank between them, at least two. */
export function joinLines(editor: EditorState, count: number): EditorState {
  let joined = editor;
  for (let done = 1; done < Math.max(2, count); done += 1) {
    const end = lineEnd(joined.text, joined.cursor);
    if (end === joined.text.length) return joined;
    const next = firstInLine(joined.text, end + 1);
    const blank = next === lineEnd(joined.text, end + 1) || end === lineStart(joined.text, end) ? '' : ' ';
    joined = at(splice(joined, { start: end, end: next }, blank), end);
  }
  return joined;
}

/** The other case for every letter of a part. */
export function swapCase(editor: EditorState, range: Range): EditorState {
  const swapped = Array.from(editor.text.slice(range.start, range.end), (character) =>
    character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase(),
  );
  return splice(editor, range, swapped.join(''));
}

/** So many characters from the cursor on, within the line. */
export function charactersFrom({ text, cursor }: EditorState, count: number): Extent {
  let end = cursor;
  for (let done = 0; done < count && end < lineEnd(text, cursor); done += 1) end = nextEdge(text, end);
  return { start: cursor, end, isLines: false };
}

export function charactersBefore({ text, cursor }: EditorState, count: number): Extent {
  let start = cursor;
  for (let done = 0; done < count && start > lineStart(text, cursor); done += 1)
    start = previousEdge(text, start);
  return { start, end: cursor, isLines: false };
}

/** The draft with its cursor there. */
export function at(editor: EditorState, cursor: number): EditorState {
  return edit(editor, { type: 'place', cursor });
}
