import { splice } from '../editor.ts';
import { nextEdge, previousEdge } from '../grapheme-edges.ts';
import { lineStart } from '../motions.ts';
import type { VimCommand } from './parse-vim.ts';
import { move } from './run-vim.ts';
import { textObject } from './text-object.ts';
import {
  at,
  deleteExtent,
  type Extent,
  joinLines,
  type VimDraft,
  wholeLines,
  yankExtent,
} from './vim-changes.ts';
import { firstInLine } from './vim-motion.ts';
import { applyOperator } from './vim-operators.ts';
import { registerOf } from './vim-registers.ts';

/** Runs a command of visual mode: it works on what is selected, and most of them end it. */
export function runVisual(draft: VimDraft, command: VimCommand): VimDraft {
  if (command.type === 'motion') return move(draft, command.motion);
  if (command.type === 'select') return selectObject(draft, command.object);
  return command.type === 'simple' ? runSimple(draft, command) : draft;
}

function selectObject(draft: VimDraft, { isInner, object }: { isInner: boolean; object: string }): VimDraft {
  const { vim, editor } = draft;
  const range = textObject(editor.text, editor.cursor, isInner, object);
  if (range === null || range.start === range.end) return draft;
  const last = range.isLines ? lineStart(editor.text, range.end) : previousEdge(editor.text, range.end);
  const mode = range.isLines ? 'visual-line' : 'visual';
  return { vim: { ...vim, mode, anchor: range.start }, editor: at(editor, last) };
}

function runSimple(
  draft: VimDraft,
  { key, character, count }: Extract<VimCommand, { type: 'simple' }>,
): VimDraft {
  const { vim, editor } = draft;
  const { mode, anchor } = vim;
  const extent = selectedExtent(draft);
  const ended: VimDraft = { vim: { ...vim, mode: 'normal' }, editor };
  const lines = wholeLines(editor.text, anchor, editor.cursor);
  switch (key) {
    case 'd':
    case 'x':
      return applyOperator(ended, 'd', extent);
    case 'D':
    case 'X':
      return applyOperator(ended, 'd', lines);
    case 'c':
    case 's':
      return applyOperator(ended, 'c', extent);
    case 'C':
    case 'S':
    case 'R':
      return applyOperator(ended, 'c', lines);
    case 'y':
      return yankSelected(ended, extent);
    case 'Y':
      return yankSelected(ended, lines);
    case '>':
    case '<':
      return applyOperator(ended, key, lines, count ?? 1);
    case 'p':
      return replaceSelected(ended, extent);
    case 'P':
      return { ...replaceSelected(ended, extent), vim: ended.vim };
    case '~':
    case 'u':
    case 'U': {
      const { editor: changed } = applyOperator(ended, `g${key}`, extent);
      return { ...ended, editor: at(changed, startOf(ended, extent)) };
    }
    case 'r':
      return { ...ended, editor: at(overwritten(ended, extent, character), extent.start) };
    case 'J': {
      const [first, last] = anchor < editor.cursor ? [anchor, editor.cursor] : [editor.cursor, anchor];
      const joined = editor.text.slice(first, last).split('\n').length;
      return { ...ended, editor: joinLines(at(editor, extent.start), joined) };
    }
    case 'o':
      return { vim: { ...vim, anchor: editor.cursor }, editor: at(editor, anchor) };
    case 'v':
    case 'V': {
      const other = key === 'v' ? 'visual' : 'visual-line';
      return { vim: { ...vim, mode: mode === other ? 'normal' : other }, editor };
    }
    default:
      return draft;
  }
}

function selectedExtent({ vim: { mode, anchor }, editor: { text, cursor } }: VimDraft): Extent {
  if (mode === 'visual-line') return wholeLines(text, anchor, cursor);
  const [start, last] = anchor < cursor ? [anchor, cursor] : [cursor, anchor];
  return { start, end: nextEdge(text, last), isLines: false };
}

/** Where the cursor goes that has gone up from where the selection began: it stays there. */
function startOf({ vim: { anchor }, editor: { text, cursor } }: VimDraft, { start }: Extent): number {
  return lineStart(text, cursor) < lineStart(text, anchor) ? cursor : start;
}

function yankSelected(draft: VimDraft, extent: Extent): VimDraft {
  const yanked = yankExtent(draft, extent);
  return { ...yanked, editor: at(yanked.editor, extent.start) };
}

/** Puts the register in place of what is selected, which is the last text then. Lines get a line of their own. */
function replaceSelected(draft: VimDraft, extent: Extent): VimDraft {
  const { text, isLines } = registerOf(draft.vim);
  const { vim } = deleteExtent({ ...draft, vim: { ...draft.vim, register: null } }, extent);
  const isWithin = isLines && !extent.isLines;
  const editor = splice(draft.editor, extent, isWithin ? `\n${text}\n` : text);
  if (isLines || extent.isLines)
    return { vim, editor: at(editor, firstInLine(editor.text, extent.start + (isWithin ? 1 : 0))) };
  const end = text === '' ? extent.start : previousEdge(editor.text, editor.cursor);
  return { vim, editor: at(editor, end) };
}

function overwritten({ editor }: VimDraft, extent: Extent, character: string): VimDraft['editor'] {
  const text = editor.text.slice(extent.start, extent.end).replace(/[^\n]/gu, () => character);
  return splice(editor, extent, text);
}
