import { chainSince } from '../changes.ts';
import { edit, type EditorState, splice } from '../editor.ts';
import { previousEdge } from '../grapheme-edges.ts';
import { lineStart } from '../motions.ts';
import { parseVim, type VimCommand } from './parse-vim.ts';
import { runVim } from './run-vim.ts';
import { runVisual } from './run-visual.ts';
import type { VimDraft } from './vim-changes.ts';
import { onCharacter, type VimState, withSelection } from './vim-state.ts';

/** A draft after a key of normal or visual mode. */
export interface Pressed extends VimDraft {
  /** Rows to go up or down, which may lead out of the draft. */
  rows: number;
}

const MAX_PENDING = 32;
/** Commands that change the draft, which `.` repeats. */
const CHANGES = 'xXDCpPJ~rsSiIaAoO';

/** A character typed in normal or visual mode. */
export function pressVim({ vim, editor }: VimDraft, character: string): Pressed {
  const keys = vim.pending + character;
  const isVisual = vim.mode !== 'normal';
  const command = parseVim(keys, isVisual);
  const waiting = command === 'incomplete' && keys.length < MAX_PENDING;
  const read = { vim: { ...vim, pending: waiting ? keys : '' }, editor };
  if (command === 'incomplete' || command === null) return { ...read, rows: 0 };
  const rows = isVisual ? 0 : rowsOf(command);
  if (rows !== 0) return { ...read, rows };
  const done = isRepeat(command) ? repeatChange(read) : run(read, command, keys, isVisual);
  return { ...settle(done), rows: 0 };
}

/** Esc in insert mode: what was typed is one change, and the cursor goes back onto a character. */
export function leaveInsert({ vim, editor }: VimDraft): VimDraft {
  const { insertion } = vim;
  const { text, cursor } = editor;
  const typed = insertion === null ? null : typedSince(insertion.start, insertion.behind, text);
  const repeat = insertion === null || typed === null ? vim.repeat : { keys: insertion.keys, typed };
  const changes = insertion === null ? editor.changes : chainSince(editor.changes, insertion.steps);
  const left = cursor === lineStart(text, cursor) ? cursor : previousEdge(text, cursor);
  return settle({
    vim: { ...vim, mode: 'normal', pending: '', repeat, insertion: null },
    editor: { ...edit(editor, { type: 'place', cursor: left }), changes },
  });
}

/** Esc in normal and visual mode; null where there is nothing that it would end. */
export function leaveVisual({ vim, editor }: VimDraft): VimDraft | null {
  if (vim.mode === 'normal' && vim.pending === '') return null;
  return settle({ vim: { ...vim, mode: 'normal', pending: '' }, editor });
}

/** The draft as normal or visual mode shows it. */
export function settle({ vim, editor }: VimDraft): VimDraft {
  if (vim.mode === 'insert') return { vim, editor: { ...editor, anchor: null } };
  return { vim, editor: withSelection(vim.mode === 'normal' ? onCharacter(editor) : editor, vim) };
}

function run(draft: VimDraft, command: VimCommand, keys: string, isVisual: boolean): VimDraft {
  const done = isVisual ? runVisual(draft, command) : runVim(draft, command);
  const steps = draft.editor.changes.past.length;
  if (done.vim.mode === 'insert') return beginInsert(done, isVisual ? '' : keys, steps);
  if (isVisual || !isChange(command)) return done;
  return { ...done, vim: { ...done.vim, repeat: { keys, typed: '' } } };
}

function beginInsert({ vim, editor }: VimDraft, keys: string, steps: number): VimDraft {
  const { text, cursor } = editor;
  const insertion = { keys, start: cursor, behind: text.slice(cursor), steps };
  return { vim: { ...vim, insertion }, editor };
}

/** What stands between where typing began and what was behind it; null where the user went elsewhere. */
function typedSince(start: number, behind: string, text: string): string | null {
  const end = text.length - behind.length;
  return end >= start && text.endsWith(behind) ? text.slice(start, end) : null;
}

function repeatChange(draft: VimDraft): VimDraft {
  const { repeat } = draft.vim;
  const command = repeat === null ? null : parseVim(repeat.keys, false);
  if (repeat === null || command === null || command === 'incomplete') return draft;
  const done = run(draft, command, repeat.keys, false);
  if (done.vim.mode !== 'insert') return done;
  const typed = typeAt(done.editor, repeat.typed);
  return leaveInsert({ vim: done.vim, editor: typed });
}

function typeAt(editor: EditorState, text: string): EditorState {
  return splice(editor, { start: editor.cursor, end: editor.cursor }, text);
}

function rowsOf(command: VimCommand): number {
  if (command.type !== 'motion') return 0;
  const { name, count } = command.motion;
  if (name !== 'j' && name !== 'k') return 0;
  return (name === 'j' ? 1 : -1) * (count ?? 1);
}

function isRepeat(command: VimCommand): boolean {
  return command.type === 'simple' && command.key === '.';
}

function isChange(command: VimCommand): boolean {
  if (command.type === 'operate') return command.operator !== 'y';
  return command.type === 'simple' && CHANGES.includes(command.key);
}

/** Insert mode for a new draft. */
export function insertMode(vim: VimState): VimState {
  return { ...vim, mode: 'insert', pending: '', insertion: null };
}
