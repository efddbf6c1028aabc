import { chainSince } from '../changes.ts';
import { edit, type EditorState, splice } from '../editor.ts';
import { previousEdge } from '../grapheme-edges.ts';
import { lineStart } from '../motions.ts';
import { overwrite } from './overwrite.ts';
import { isSearching, parseVim, type VimCommand } from './parse-vim.ts';
import { repeated, selectAgain, selectedIn } from './repeat-change.ts';
import { runVim } from './run-vim.ts';
import { runVisual } from './run-visual.ts';
import type { VimDraft } from './vim-changes.ts';
import { type Insertion, isTyping, onCharacter, type VimState, withSelection } from './vim-state.ts';

/** A draft after a key of normal or visual mode. */
export interface Pressed extends VimDraft {
  /** Rows to go up or down, which may lead out of the draft. */
  rows: number;
}

const MAX_PENDING = 200;
/** Commands that change the draft, which `.` repeats. */
const CHANGES = 'xXDCpPJ~rsSiIaAoOR';
const VISUAL_CHANGES = 'dxDXcsCSR><~uUrJpP';

/** A character typed in normal or visual mode; a line break ends a text that is looked for. */
export function pressVim({ vim, editor }: VimDraft, character: string): Pressed {
  const keys = vim.pending + character;
  const isVisual = vim.mode !== 'normal';
  const read = parseVim(keys, isVisual);
  const waiting = read === 'incomplete' && keys.length < MAX_PENDING;
  const draft = { vim: { ...vim, pending: waiting ? keys : '' }, editor };
  if (read === 'incomplete' || read === null) return { ...draft, rows: 0 };
  const { command } = read;
  const rows = isVisual ? 0 : rowsOf(command);
  if (rows !== 0) return { ...draft, rows };
  const named = { ...draft, vim: { ...draft.vim, register: read.register } };
  const done = isRepeat(command) ? repeatChange(named, command.count) : run(named, command, keys);
  return { ...settle({ ...done, vim: { ...done.vim, register: null } }), rows: 0 };
}

/** Takes back the last key of a command that is not whole yet. */
export function unpressVim({ vim, editor }: VimDraft): VimDraft {
  return { vim: { ...vim, pending: Array.from(vim.pending).slice(0, -1).join('') }, editor };
}

/** Whether a text to look for is being typed: then every key is a part of it. */
export function isTypingSearch({ pending }: VimState): boolean {
  return isSearching(pending);
}

/** Esc in insert mode: what was typed is one change, and the cursor goes back onto a character. */
export function leaveInsert(draft: VimDraft): VimDraft {
  const { vim, editor } = draft;
  const { insertion } = vim;
  const typed = insertion === null ? null : typedSince(insertion, draft);
  const kept = insertion === null || typed === null ? null : { ...insertion, typed };
  const again = kept === null || kept.typed === '' ? '' : (kept.begins + kept.typed).repeat(kept.times - 1);
  const written = typeAt(editor, again, vim);
  const { text, cursor } = written;
  const left = cursor === lineStart(text, cursor) ? cursor : previousEdge(text, cursor);
  const changes = insertion === null ? written.changes : chainSince(written.changes, insertion.steps);
  const repeat = kept === null ? vim.repeat : { keys: kept.keys, typed: kept.typed, selected: kept.selected };
  return settle({
    vim: { ...vim, mode: 'normal', pending: '', repeat, insertion: null },
    editor: { ...edit(written, { type: 'place', cursor: left }), changes },
  });
}

/** Esc in normal and visual mode; null where there is nothing that it would end. */
export function leaveVisual({ vim, editor }: VimDraft): VimDraft | null {
  if (vim.mode === 'normal' && vim.pending === '') return null;
  return settle({ vim: { ...vim, mode: 'normal', pending: '' }, editor });
}

/** The draft as normal or visual mode shows it. */
export function settle({ vim, editor }: VimDraft): VimDraft {
  if (isTyping(vim)) return { vim, editor: { ...editor, anchor: null } };
  return { vim, editor: withSelection(vim.mode === 'normal' ? onCharacter(editor) : editor, vim) };
}

function run(draft: VimDraft, command: VimCommand, keys: string): VimDraft {
  const isVisual = draft.vim.mode !== 'normal';
  const selected = isVisual ? selectedIn(draft) : null;
  const done = isVisual ? runVisual(draft, command) : runVim(draft, command);
  const steps = draft.editor.changes.past.length;
  if (isTyping(done.vim)) return beginInsert(done, { keys, selected, steps, ...timesOf(command) });
  if (!isChange(command, isVisual)) return done;
  return { ...done, vim: { ...done.vim, repeat: { keys, typed: '', selected } } };
}

type Begun = Omit<Insertion, 'start' | 'behind'>;

function beginInsert({ vim, editor }: VimDraft, begun: Begun): VimDraft {
  const { text, cursor } = editor;
  const insertion = { ...begun, start: cursor, behind: text.slice(cursor) };
  return { vim: { ...vim, insertion }, editor };
}

/** How often a command has what is typed put; those that open a line do so each time. */
function timesOf(command: VimCommand): Pick<Insertion, 'times' | 'begins'> {
  if (command.type !== 'simple' || !'iIaAoOR'.includes(command.key)) return { times: 1, begins: '' };
  return { times: command.count ?? 1, begins: /^o$/i.test(command.key) ? '\n' : '' };
}

/** What stands between where typing began and where it has come to; null where the user went elsewhere. */
function typedSince({ start, behind }: Insertion, { vim, editor }: VimDraft): string | null {
  const { text, cursor } = editor;
  if (vim.mode === 'replace') return cursor >= start ? text.slice(start, cursor) : null;
  const end = text.length - behind.length;
  return end >= start && text.endsWith(behind) ? text.slice(start, end) : null;
}

function repeatChange(draft: VimDraft, count: number | null): VimDraft {
  const { repeat } = draft.vim;
  if (repeat === null) return draft;
  const again = count === null ? repeat : repeated(repeat, count);
  const selected = again.selected === null ? draft : selectAgain(draft, again.selected);
  const read = parseVim(again.keys, again.selected !== null);
  if (read === null || read === 'incomplete') return draft;
  const named = { ...selected, vim: { ...selected.vim, register: read.register } };
  const done = run(named, read.command, again.keys);
  if (!isTyping(done.vim)) return done;
  return leaveInsert({ vim: done.vim, editor: typeAt(done.editor, again.typed, done.vim) });
}

function typeAt(editor: EditorState, text: string, { mode }: VimState): EditorState {
  if (text === '') return editor;
  if (mode === 'replace') return overwrite(editor, text);
  return splice(editor, { start: editor.cursor, end: editor.cursor }, text);
}

function rowsOf(command: VimCommand): number {
  if (command.type !== 'motion') return 0;
  const { name, count } = command.motion;
  if (name !== 'j' && name !== 'k') return 0;
  return (name === 'j' ? 1 : -1) * (count ?? 1);
}

function isRepeat(command: VimCommand): command is Extract<VimCommand, { type: 'simple' }> {
  return command.type === 'simple' && command.key === '.';
}

function isChange(command: VimCommand, isVisual: boolean): boolean {
  if (command.type === 'operate') return command.operator !== 'y';
  return command.type === 'simple' && (isVisual ? VISUAL_CHANGES : CHANGES).includes(command.key);
}

/** Insert mode for a new draft. */
export function insertMode(vim: VimState): VimState {
  return { ...vim, mode: 'insert', pending: '', insertion: null };
}
