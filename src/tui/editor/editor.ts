import type { Range } from '../draw/line.ts';
import { type Changes, NO_CHANGES, record, redo, undo } from './changes.ts';
import { chipCharacter, cleanInput, expandChips, isHuge, isLong, type Paste, withChips } from './chips.ts';
import { type Case, type Rewrite, recase, recaseWord, swapCharacters, swapWords } from './rewrite-word.ts';
import { edgeFrom, type Motion, moveFrom } from './text-edges.ts';

/** The draft: its text, where the cursor stands in it (UTF-16 offset), and what can be brought back. */
export interface EditorState {
  readonly text: string;
  readonly cursor: number;
  /** Where the selection began, at the other end of which the cursor stands; null while nothing is selected. */
  readonly anchor: number | null;
  /** The column that going up and down keeps to. */
  readonly column: number | null;
  /** What the chips in the text stand for, by their index. */
  readonly pastes: readonly Paste[];
  /** What was cut, for yank; the newest last. */
  readonly kills: readonly string[];
  /** What the last action yanked, which an older one may take the place of. */
  readonly yanked: Yanked | null;
  readonly changes: Changes;
  /** What the last action was, so that typing is undone word by word and kills in a row are one. */
  readonly last: 'typing' | 'kill' | 'other';
}

interface Yanked extends Range {
  /** Among the kills. */
  index: number;
}

export type EditorAction =
  | { type: 'insert'; text: string }
  | { type: 'paste'; text: string }
  | { type: 'move'; motion: Motion; select?: boolean }
  /** To an offset; `column` is what going on up and down keeps to. */
  | { type: 'place'; cursor: number; column?: number; select?: boolean }
  | { type: 'delete'; motion: Motion }
  | { type: 'kill'; motion: Motion }
  | { type: 'copy' }
  | { type: 'yank' }
  /** Right behind a yank: the kill before it instead. */
  | { type: 'yank-older' }
  | { type: 'recase'; to: Case }
  | { type: 'transpose'; what: 'words' | 'characters' }
  /** Another text in its place, which may hold chips of this draft. */
  | { type: 'replace'; text: string }
  /** A new draft; pastes and kills stay, since a yank can bring them back. */
  | { type: 'reset' }
  | { type: 'undo' }
  | { type: 'redo' };

export const EMPTY_EDITOR: EditorState = {
  text: '',
  cursor: 0,
  anchor: null,
  column: null,
  pastes: [],
  kills: [],
  yanked: null,
  changes: NO_CHANGES,
  last: 'other',
};

const MAX_KILLS = 60;

/** The draft as it is kept: the text with every paste in full. */
export function draftOf({ text, pastes }: EditorState): string {
  return expandChips(text, pastes, 'kept');
}

/** A text for a field of one line. */
export function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]\s*/g, ' ');
}

/** What is selected; null while nothing is. */
export function selectionOf({ anchor, cursor }: EditorState): Range | null {
  if (anchor === null || anchor === cursor) return null;
  return { start: Math.min(anchor, cursor), end: Math.max(anchor, cursor) };
}

/** Folds one action into the draft. Pure and total. */
export function edit(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'insert':
      return insert(state, cleanInput(action.text), 'typing');
    case 'paste':
      return paste(state, cleanInput(action.text));
    case 'move':
      return place(state, moveTarget(state, action), action.select);
    case 'place':
      return {
        ...place(state, edgeFrom(state.text, action.cursor), action.select),
        column: action.column ?? null,
      };
    case 'delete':
      return remove(state, action.motion);
    case 'kill':
      return kill(state, action.motion);
    case 'copy':
      return copy(state);
    case 'yank':
      return yank(state, state.kills.length - 1, selectionOf(state));
    case 'yank-older':
      return yankOlder(state);
    case 'recase':
      return rewrite(state, recased(state, action.to));
    case 'transpose':
      return rewrite(state, (action.what === 'words' ? swapWords : swapCharacters)(state.text, state.cursor));
    case 'replace':
      return replace(state, action.text);
    case 'reset':
      return { ...EMPTY_EDITOR, pastes: state.pastes, kills: state.kills };
    case 'undo':
      return settle(state, undo(state.text, state.changes) ?? {});
    case 'redo':
      return settle(state, redo(state.text, state.changes) ?? {});
  }
}

/** Puts a text in place of a part of the draft, the cursor behind it; what was selected no longer is. */
export function splice(
  state: EditorState,
  { start, end }: Range,
  inserted: string,
  last: EditorState['last'] = 'other',
): EditorState {
  const removed = state.text.slice(start, end);
  if (removed === '' && inserted === '') return settle(state, {});
  const text = state.text.slice(0, start) + inserted + state.text.slice(end);
  const cursor = edgeFrom(text, start + inserted.length);
  // A run of typing up to the next blank is one step.
  const joins = last === 'typing' && state.last === 'typing' && !/\s$/.test(inserted);
  const change = { start, removed, inserted, before: state.cursor, after: cursor };
  return settle(state, { text, cursor, changes: record(state.changes, change, joins), last });
}

/** Keeps a text for yank, together with what was cut right before it. */
function keepKill(state: EditorState, text: string, side: 'before' | 'behind' | 'alone'): EditorState {
  const joined = side === 'alone' ? undefined : state.kills.at(-1);
  if (joined === undefined) return { ...state, kills: [...state.kills, text].slice(-MAX_KILLS) };
  return { ...state, kills: state.kills.with(-1, side === 'before' ? text + joined : joined + text) };
}

/** The state after an action that selects nothing, goes to no column and yanks nothing. */
function settle(state: EditorState, changed: Partial<EditorState>): EditorState {
  return { ...state, anchor: null, column: null, yanked: null, last: 'other', ...changed };
}

function insert(state: EditorState, text: string, last: EditorState['last']): EditorState {
  if (text === '') return state;
  const { cursor } = state;
  return splice(state, selectionOf(state) ?? { start: cursor, end: cursor }, text, last);
}

function paste(state: EditorState, text: string): EditorState {
  const chip = isLong(text) ? chipCharacter(state.pastes.length) : null;
  if (chip === null) return insert(state, text, 'other');
  return insert({ ...state, pastes: [...state.pastes, text] }, chip, 'other');
}

function replace(state: EditorState, sent: string): EditorState {
  const text = withChips(sent, state.pastes);
  const whole = { start: 0, end: state.text.length };
  const chip = isHuge(text) ? chipCharacter(state.pastes.length) : null;
  if (chip === null) return splice(state, whole, text);
  return splice({ ...state, pastes: [...state.pastes, text] }, whole, chip);
}

function moveTarget(state: EditorState, { motion, select }: { motion: Motion; select?: boolean }): number {
  const selected = select === true ? null : selectionOf(state);
  if (selected !== null && motion === 'left') return selected.start;
  if (selected !== null && motion === 'right') return selected.end;
  return moveFrom(state.text, state.cursor, motion);
}

function place(state: EditorState, cursor: number, select = false): EditorState {
  return settle(state, { cursor, anchor: select ? (state.anchor ?? state.cursor) : null });
}

function remove(state: EditorState, motion: Motion): EditorState {
  return splice(state, selectionOf(state) ?? reach(state, motion), '');
}

function kill(state: EditorState, motion: Motion): EditorState {
  const selected = selectionOf(state);
  const { start, end } = selected ?? reach(state, motion);
  if (start === end) return state;
  const side = start < state.cursor ? 'before' : 'behind';
  const joins = state.last === 'kill' && selected === null;
  const kept = keepKill(state, state.text.slice(start, end), joins ? side : 'alone');
  return splice(kept, { start, end }, '', 'kill');
}

/** What a motion goes over. At an end of the line it is the line break, as in a shell. */
function reach({ text, cursor }: EditorState, motion: Motion): Range {
  const target = moveFrom(text, cursor, motion);
  const isStuck = target === cursor && (motion === 'line-start' || motion === 'line-end');
  const other = isStuck ? cursor + (motion === 'line-end' ? 1 : -1) : target;
  return { start: Math.max(0, Math.min(cursor, other)), end: Math.min(text.length, Math.max(cursor, other)) };
}

function copy(state: EditorState): EditorState {
  const selected = selectionOf(state);
  if (selected === null) return state;
  return settle(keepKill(state, state.text.slice(selected.start, selected.end), 'alone'), {});
}

function yank(state: EditorState, index: number, over: Range | null): EditorState {
  const killed = state.kills[index];
  if (killed === undefined) return state;
  const range = over ?? { start: state.cursor, end: state.cursor };
  const yanked = { start: range.start, end: range.start + killed.length, index };
  return { ...splice(state, range, killed), yanked };
}

function yankOlder(state: EditorState): EditorState {
  const { yanked, kills } = state;
  if (yanked === null) return state;
  return yank(state, (yanked.index - 1 + kills.length) % kills.length, yanked);
}

function recased(state: EditorState, to: Case): Rewrite | null {
  const selected = selectionOf(state);
  if (selected === null) return recaseWord(state.text, state.cursor, to);
  return { ...selected, text: recase(state.text.slice(selected.start, selected.end), to) };
}

function rewrite(state: EditorState, rewritten: Rewrite | null): EditorState {
  return rewritten === null ? state : splice(state, rewritten, rewritten.text);
}
