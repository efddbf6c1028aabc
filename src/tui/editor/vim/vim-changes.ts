import type { Range } from '../../draw/line.ts';
import { type EditorState, splice } from '../editor.ts';
import { lineEnd, lineStart, nextEdge, previousEdge } from '../text-edges.ts';
import type { Operator } from './parse-vim.ts';
import { firstInLine } from './vim-motion.ts';
import { at, type Register, type VimDraft } from './vim-state.ts';

/** A part of the draft that an operator works on. */
export interface Extent extends Range {
  /** Whole lines, without the line break behind the last one. */
  isLines: boolean;
  /** Where in its first line the cursor goes, where that is not its start. */
  from?: number;
}

/** What `>` moves a line by. */
const INDENT = '  ';

/** Works an operator on a part of the draft; `<` and `>` so many times. */
export function applyOperator(draft: VimDraft, operator: Operator, extent: Extent, times = 1): VimDraft {
  switch (operator) {
    case 'y':
      return yankExtent(draft, extent);
    case 'd':
      return deleteExtent(draft, extent);
    case 'c':
      return changeExtent(draft, extent);
    case '>':
    case '<':
      return shiftLines(draft, extent, operator === '>' ? times : -times);
  }
}

/** Whole lines from that of one offset to that of another. */
export function wholeLines(text: string, from: number, to: number): Extent {
  return {
    start: lineStart(text, Math.min(from, to)),
    end: lineEnd(text, Math.max(from, to)),
    isLines: true,
  };
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

function yankExtent({ vim, editor }: VimDraft, extent: Extent): VimDraft {
  return { vim: { ...vim, register: cut(editor, extent) }, editor: at(editor, extent.from ?? extent.start) };
}

function deleteExtent({ vim, editor }: VimDraft, extent: Extent): VimDraft {
  const kept = { ...vim, register: cut(editor, extent) };
  if (!extent.isLines) return { vim: kept, editor: splice(editor, extent, '') };
  const { text } = editor;
  // With the line break behind it, or before it for the last line.
  const isLast = extent.end === text.length;
  const start = isLast ? Math.max(0, extent.start - 1) : extent.start;
  const removed = splice(editor, { start, end: Math.min(text.length, extent.end + 1) }, '');
  const line = lineStart(removed.text, isLast ? removed.text.length : start);
  return { vim: kept, editor: at(removed, firstInLine(removed.text, line)) };
}

/** Deletes what is to be typed anew; of whole lines an empty one stays. */
function changeExtent({ vim, editor }: VimDraft, extent: Extent): VimDraft {
  const cleared = extent.start === extent.end ? at(editor, extent.start) : splice(editor, extent, '');
  return { vim: { ...vim, mode: 'insert', register: cut(editor, extent) }, editor: cleared };
}

function cut({ text }: EditorState, { start, end, isLines }: Extent): Register {
  return { text: text.slice(start, end), isLines };
}

/** Lines further to the right, or to the left; empty ones stay. */
function shiftLines({ vim, editor }: VimDraft, { start, end }: Extent, by: number): VimDraft {
  const lines = wholeLines(editor.text, start, Math.max(start, end - 1));
  const outdent = new RegExp(`^(?:\\t| {1,${INDENT.length}}){0,${-by}}`);
  const shifted = editor.text
    .slice(lines.start, lines.end)
    .split('\n')
    .map((line) => (by < 0 ? line.replace(outdent, '') : line === '' ? '' : INDENT.repeat(by) + line));
  const changed = splice(editor, lines, shifted.join('\n'));
  return { vim, editor: at(changed, firstInLine(changed.text, lines.start)) };
}

/** Puts the register behind or before the cursor, below or above the line. */
export function put({ vim, editor }: VimDraft, isBefore: boolean, count: number): VimDraft {
  const { text: kept, isLines } = vim.register;
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

/** Puts the register in place of a part, which it holds then. Lines get a line of their own. */
export function putOver({ vim, editor }: VimDraft, extent: Extent): VimDraft {
  const { text, isLines } = vim.register;
  const kept = { ...vim, register: cut(editor, extent) };
  const isWithin = isLines && !extent.isLines;
  const changed = splice(editor, extent, isWithin ? `\n${text}\n` : text);
  if (isLines || extent.isLines)
    return { vim: kept, editor: at(changed, firstInLine(changed.text, extent.start + (isWithin ? 1 : 0))) };
  const end = text === '' ? extent.start : previousEdge(changed.text, changed.cursor);
  return { vim: kept, editor: at(changed, end) };
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
