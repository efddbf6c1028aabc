import { recase } from '../rewrite-word.ts';
import { splice } from '../editor.ts';
import type { Operator } from './parse-vim.ts';
import {
  at,
  clearExtent,
  deleteExtent,
  type Extent,
  swapCase,
  type VimDraft,
  wholeLines,
  yankExtent,
} from './vim-changes.ts';
import { firstInLine } from './vim-motion.ts';

/** What `>` moves a line by. */
const INDENT = '  ';

/** Works an operator on a part of the draft; `<` and `>` so many times. */
export function applyOperator(draft: VimDraft, operator: Operator, extent: Extent, times = 1): VimDraft {
  switch (operator) {
    case 'y':
      return yankExtent(draft, extent);
    case 'd':
      return deleteExtent(draft, extent);
    case 'c': {
      const { vim, editor } = clearExtent(draft, extent);
      return { vim: { ...vim, mode: 'insert' }, editor };
    }
    case '>':
    case '<':
      return shiftLines(draft, extent, operator === '>' ? times : -times);
    case 'gu':
    case 'gU':
    case 'g~':
      return recased(draft, extent, operator);
  }
}

/** Lines further to the right, or to the left; empty ones stay. */
function shiftLines({ vim, editor }: VimDraft, { start, end }: Extent, by: number): VimDraft {
  const lines = wholeLines(editor.text, start, Math.max(start, end - 1));
  const shifted = editor.text
    .slice(lines.start, lines.end)
    .split('\n')
    .map((line) => (by > 0 ? indented(line, by) : outdented(line, -by)));
  const changed = splice(editor, lines, shifted.join('\n'));
  return { vim, editor: at(changed, firstInLine(changed.text, lines.start)) };
}

function indented(line: string, by: number): string {
  return line === '' ? line : INDENT.repeat(by) + line;
}

function outdented(line: string, by: number): string {
  return line.replace(new RegExp(`^(?:\\t| {1,${INDENT.length}}){0,${by}}`), '');
}

function recased({ vim, editor }: VimDraft, extent: Extent, operator: 'gu' | 'gU' | 'g~'): VimDraft {
  const part = editor.text.slice(extent.start, extent.end);
  const changed =
    operator === 'g~'
      ? swapCase(editor, extent)
      : splice(editor, extent, recase(part, operator === 'gU' ? 'upper' : 'lower'));
  return { vim, editor: at(changed, extent.from ?? extent.start) };
}
