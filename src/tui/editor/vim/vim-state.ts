import type { EditorState } from '../editor.ts';
import { lineEnd, lineStart } from '../motions.ts';
import { nextEdge, previousEdge } from '../grapheme-edges.ts';
import type { Marks } from './vim-marks.ts';
import type { Registers } from './vim-registers.ts';
import type { Search } from './vim-search.ts';

export type VimMode = 'insert' | 'replace' | 'normal' | 'visual' | 'visual-line';

/** A search for a character in the line, which `;` and `,` repeat. */
export interface Find {
  readonly kind: 'f' | 'F' | 't' | 'T';
  readonly character: string;
}

export interface VimState {
  readonly mode: VimMode;
  /** Keys of a command that is not whole yet. */
  readonly pending: string;
  readonly find: Find | null;
  readonly search: Search | null;
  readonly marks: Marks;
  readonly registers: Registers;
  /** The register that the command which runs has named. */
  readonly register: string | null;
  /** Where a visual selection began. */
  readonly anchor: number;
  /** The last change, for `.`. */
  readonly repeat: Repeat | null;
  /** What goes on in insert mode, until it is left; null where no command began it. */
  readonly insertion: Insertion | null;
}

export interface Repeat {
  /** Its keys, and what was typed after them. */
  readonly keys: string;
  readonly typed: string;
  /** How much was selected for it; null where nothing was. */
  readonly selected: Selected | null;
}

/** So many lines, or characters up to so many in the last line. */
export interface Selected {
  readonly mode: 'visual' | 'visual-line';
  readonly lines: number;
  readonly characters: number;
}

export interface Insertion {
  readonly keys: string;
  readonly selected: Selected | null;
  /** How often what is typed is to stand there. */
  readonly times: number;
  /** What stands before each but the first of them. */
  readonly begins: string;
  /** Where typing began, and the text behind it then. */
  readonly start: number;
  readonly behind: string;
  /** How many changes there were before the command: all since then are undone as one. */
  readonly steps: number;
}

export const NEW_VIM: VimState = {
  mode: 'insert',
  pending: '',
  find: null,
  search: null,
  marks: {},
  registers: {},
  register: null,
  anchor: 0,
  repeat: null,
  insertion: null,
};

/** Whether what is typed goes into the draft. */
export function isTyping({ mode }: Pick<VimState, 'mode'>): boolean {
  return mode === 'insert' || mode === 'replace';
}

/** The draft with its cursor on a character, as in normal mode: never behind the last one of a line. */
export function onCharacter(editor: EditorState): EditorState {
  const { text, cursor } = editor;
  if (cursor !== lineEnd(text, cursor) || cursor === lineStart(text, cursor)) return editor;
  return { ...editor, cursor: previousEdge(text, cursor) };
}

/** The draft with what is selected in visual mode. Its last character belongs to it, wherever the cursor stands. */
export function withSelection(editor: EditorState, { mode, anchor }: VimState): EditorState {
  if (mode !== 'visual' && mode !== 'visual-line') return { ...editor, anchor: null };
  const { text, cursor } = editor;
  if (mode === 'visual-line') {
    const isBelow = cursor >= anchor;
    return { ...editor, anchor: isBelow ? lineStart(text, anchor) : lineEnd(text, anchor) };
  }
  return { ...editor, anchor: cursor < anchor ? nextEdge(text, anchor) : anchor };
}
