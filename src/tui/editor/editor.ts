import { chipCharacter, cleanInput, expandChips, isHuge, isLong } from './chips.ts';
import { type Motion, moveFrom, snapToCharacter } from './motions.ts';

/** The draft: its text, where the cursor stands in it (UTF-16 offset), and what can be brought back. */
export interface EditorState {
  readonly text: string;
  readonly cursor: number;
  /** What the chips in the text stand for, by their index. */
  readonly pastes: readonly string[];
  /** What the last kills removed, for yank. */
  readonly killed: string;
  readonly past: readonly Snapshot[];
  readonly future: readonly Snapshot[];
  /** What the last action was, so that typing is undone word by word and kills in a row are one. */
  readonly last: 'typing' | 'kill' | 'other';
}

interface Snapshot {
  text: string;
  cursor: number;
}

export type EditorAction =
  | { type: 'insert'; text: string }
  | { type: 'paste'; text: string }
  | { type: 'move'; motion: Motion }
  | { type: 'place'; cursor: number }
  | { type: 'delete'; motion: Motion }
  | { type: 'kill'; motion: Motion }
  | { type: 'yank' }
  /** Another text in its place, which may hold chips of this draft. */
  | { type: 'replace'; text: string }
  /** A new draft; pastes and kills stay, since a yank can bring them back. */
  | { type: 'reset' }
  | { type: 'undo' }
  | { type: 'redo' };

export const EMPTY_EDITOR: EditorState = {
  text: '',
  cursor: 0,
  pastes: [],
  killed: '',
  past: [],
  future: [],
  last: 'other',
};

const MAX_UNDO_STEPS = 200;

/** What is sent: the text with every paste in full. */
export function draftOf(state: EditorState): string {
  return expandChips(state.text, state.pastes);
}

/** Folds one action into the draft. Pure and total. */
export function edit(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'insert':
      return insert(state, cleanInput(action.text), 'typing');
    case 'paste':
      return paste(state, cleanInput(action.text));
    case 'move':
      return { ...state, cursor: moveFrom(state.text, state.cursor, action.motion), last: 'other' };
    case 'place':
      return { ...state, cursor: snapToCharacter(state.text, action.cursor), last: 'other' };
    case 'delete':
      return remove(state, action.motion, false);
    case 'kill':
      return remove(state, action.motion, true);
    case 'yank':
      return insert(state, state.killed, 'other');
    case 'replace':
      return replace(state, action.text);
    case 'reset':
      return { ...EMPTY_EDITOR, pastes: state.pastes, killed: state.killed };
    case 'undo':
      return undo(state);
    case 'redo':
      return redo(state);
  }
}

function insert(state: EditorState, text: string, last: 'typing' | 'other'): EditorState {
  if (text === '') return state;
  const { text: before, cursor } = state;
  const whole = before.slice(0, cursor) + text + before.slice(cursor);
  return change(state, whole, snapToCharacter(whole, cursor + text.length), last);
}

function paste(state: EditorState, text: string): EditorState {
  const chip = isLong(text) ? chipCharacter(state.pastes.length) : null;
  if (chip === null) return insert(state, text, 'other');
  return insert({ ...state, pastes: [...state.pastes, text] }, chip, 'other');
}

function replace(state: EditorState, text: string): EditorState {
  const emptied = change(state, '', 0, 'other');
  if (isHuge(text)) return { ...paste(emptied, text), past: emptied.past };
  return { ...emptied, text, cursor: text.length };
}

function remove(state: EditorState, motion: Motion, kill: boolean): EditorState {
  const target = moveFrom(state.text, state.cursor, motion);
  const start = Math.min(target, state.cursor);
  const end = Math.max(target, state.cursor);
  if (start === end) return state;
  const changed = change(
    state,
    state.text.slice(0, start) + state.text.slice(end),
    start,
    kill ? 'kill' : 'other',
  );
  if (!kill) return changed;
  const removed = state.text.slice(start, end);
  const before = state.last === 'kill' ? state.killed : '';
  return { ...changed, killed: target < state.cursor ? removed + before : before + removed };
}

/** A new text, with the old one to go back to. A run of typing up to the next blank is one step. */
function change(state: EditorState, text: string, cursor: number, last: EditorState['last']): EditorState {
  const goesOn = last === 'typing' && state.last === 'typing' && !/\s/.test(text[cursor - 1] ?? '');
  const past = goesOn ? state.past : [...state.past, snapshotOf(state)].slice(-MAX_UNDO_STEPS);
  return { ...state, text, cursor, last, past, future: [] };
}

function undo(state: EditorState): EditorState {
  const before = state.past.at(-1);
  if (before === undefined) return state;
  return {
    ...state,
    ...before,
    past: state.past.slice(0, -1),
    future: [...state.future, snapshotOf(state)],
    last: 'other',
  };
}

function redo(state: EditorState): EditorState {
  const after = state.future.at(-1);
  if (after === undefined) return state;
  return {
    ...state,
    ...after,
    future: state.future.slice(0, -1),
    past: [...state.past, snapshotOf(state)],
    last: 'other',
  };
}

function snapshotOf({ text, cursor }: EditorState): Snapshot {
  return { text, cursor };
}
