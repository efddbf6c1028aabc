import { type EditorState, edit } from '../editor.ts';
import { lineEnd, lineStart, nextEdge, previousEdge } from '../text-edges.ts';

export type VimMode = 'insert' | 'normal' | 'visual' | 'visual-line';

/** The way in which the draft is edited with the keys of vim. */
export interface VimState {
  readonly mode: VimMode;
  /** Keys of a command that is not whole yet. */
  readonly pending: string;
  readonly find: Find | null;
  readonly search: Search | null;
  readonly register: Register;
  /** Where a visual selection began. */
  readonly anchor: number;
  /** The last change, for `.`. */
  readonly repeat: Repeat | null;
  /** What goes on in insert mode, until it is left; null where no command began it. */
  readonly insertion: Insertion | null;
}

/** The draft, and how it is edited. */
export interface VimDraft {
  readonly vim: VimState;
  readonly editor: EditorState;
}

/** A search for a character in the line, which `;` and `,` repeat. */
export interface Find {
  readonly kind: 'f' | 'F' | 't' | 'T';
  readonly character: string;
}

/** A text that was looked for in the draft, which `n` and `N` repeat. */
export interface Search {
  readonly text: string;
  readonly isForward: boolean;
}

/** What was deleted or yanked last; whole lines are put below or above the line. */
export interface Register {
  readonly text: string;
  readonly isLines: boolean;
}

/** The keys of a change, and what was typed after them. */
interface Repeat {
  readonly keys: string;
  readonly typed: string;
}

interface Insertion {
  /** Of the command that began it, which `.` repeats; null where it was about a selection. */
  readonly keys: string | null;
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
  register: { text: '', isLines: false },
  anchor: 0,
  repeat: null,
  insertion: null,
};

/** Insert mode for a new draft. */
export function insertMode(vim: VimState): VimState {
  return { ...vim, mode: 'insert', pending: '', insertion: null };
}

/** The draft with its cursor there. */
export function at(editor: EditorState, cursor: number): EditorState {
  return edit(editor, { type: 'place', cursor });
}

/** The draft as its mode shows it: the cursor on a character, and what is selected in visual mode. */
export function settle({ vim, editor }: VimDraft): VimDraft {
  if (vim.mode === 'insert') return { vim, editor: { ...editor, anchor: null } };
  if (vim.mode === 'normal') return { vim, editor: { ...onCharacter(editor), anchor: null } };
  return { vim, editor: { ...editor, anchor: shownAnchor(editor, vim) } };
}

/** The draft with its cursor never behind the last character of a line. */
export function onCharacter(editor: EditorState): EditorState {
  const { text, cursor } = editor;
  if (cursor !== lineEnd(text, cursor) || cursor === lineStart(text, cursor)) return editor;
  return { ...editor, cursor: previousEdge(text, cursor) };
}

/** The last character of a selection belongs to it, wherever the cursor stands. */
function shownAnchor({ text, cursor }: EditorState, { mode, anchor }: VimState): number {
  const isBelow = cursor >= anchor;
  if (mode === 'visual-line') return isBelow ? lineStart(text, anchor) : lineEnd(text, anchor);
  return isBelow ? anchor : nextEdge(text, anchor);
}
