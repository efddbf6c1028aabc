import { edit, splice } from '../editor.ts';
import { nextEdge, previousEdge } from '../grapheme-edges.ts';
import type { VimCommand } from './parse-vim.ts';
import { applyOperator, move } from './run-vim.ts';
import { textObject } from './text-object.ts';
import {
  at,
  deleteExtent,
  type Extent,
  joinLines,
  swapCase,
  type VimDraft,
  wholeLines,
  yankExtent,
} from './vim-changes.ts';

/** Runs a command of visual mode: it works on what is selected, and most of them end it. */
export function runVisual(draft: VimDraft, command: VimCommand): VimDraft {
  if (command.type === 'motion') return move(draft, command.motion);
  if (command.type === 'select') return selectObject(draft, command.object);
  return command.type === 'simple' ? runSimple(draft, command.key, command.character) : draft;
}

function selectObject(draft: VimDraft, { isInner, object }: { isInner: boolean; object: string }): VimDraft {
  const { vim, editor } = draft;
  const range = textObject(editor.text, editor.cursor, isInner, object);
  if (range === null || range.start === range.end) return draft;
  const last = previousEdge(editor.text, range.end);
  return { vim: { ...vim, anchor: range.start }, editor: at(editor, last) };
}

function runSimple(draft: VimDraft, key: string, character: string): VimDraft {
  const { vim, editor } = draft;
  const { mode, anchor } = vim;
  const extent = selectedExtent(draft);
  const ended: VimDraft = { vim: { ...vim, mode: 'normal' }, editor };
  switch (key) {
    case 'd':
    case 'x':
    case 'D':
    case 'X':
      return applyOperator(ended, 'd', extent);
    case 'c':
    case 's':
    case 'C':
    case 'S':
      return applyOperator(ended, 'c', extent);
    case 'y':
    case 'Y': {
      const yanked = yankExtent(ended, extent);
      return { ...yanked, editor: at(yanked.editor, extent.start) };
    }
    case 'p':
    case 'P':
      return replaceSelected(ended, extent);
    case '~':
      return { ...ended, editor: at(swapCase(editor, extent), extent.start) };
    case 'u':
    case 'U':
      return { ...ended, editor: at(recased(ended, extent, key === 'U'), extent.start) };
    case 'r':
      return { ...ended, editor: at(overwritten(ended, extent, character), extent.start) };
    case 'J': {
      const lines = editor.text.slice(extent.start, extent.end).split('\n').length;
      return { ...ended, editor: joinLines(at(editor, extent.start), lines) };
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

function replaceSelected(draft: VimDraft, extent: Extent): VimDraft {
  const { register } = draft.vim;
  const { vim } = deleteExtent(draft, extent);
  return { vim, editor: splice(draft.editor, extent, register.text) };
}

function recased({ editor }: VimDraft, { start, end }: Extent, isUpper: boolean): VimDraft['editor'] {
  const selected = edit(
    { ...editor, anchor: start, cursor: end },
    { type: 'recase', to: isUpper ? 'upper' : 'lower' },
  );
  return { ...selected, anchor: null };
}

function overwritten({ editor }: VimDraft, extent: Extent, character: string): VimDraft['editor'] {
  const text = editor.text.slice(extent.start, extent.end).replace(/[^\n]/gu, () => character);
  return splice(editor, extent, text);
}
