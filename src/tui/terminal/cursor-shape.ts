import type { VimState } from '../editor/vim/vim-state.ts';

/** How the cursor looks: `usual` as the user has it. */
export type CursorShape = 'usual' | 'block' | 'underline' | 'bar';

// DECSCUSR: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
const PARAMETERS: Readonly<Record<CursorShape, number>> = { usual: 0, block: 2, underline: 4, bar: 6 };

/** The shape for a way of editing. */
export function cursorShape(vim: VimState | null): CursorShape {
  if (vim === null) return 'usual';
  if (vim.mode === 'replace') return 'underline';
  return vim.mode === 'insert' ? 'bar' : 'block';
}

export function shapeSequence(shape: CursorShape): string {
  return `\u001b[${PARAMETERS[shape]} q`;
}
