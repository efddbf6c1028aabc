import { chainSince } from '../changes.ts';
import { splice } from '../editor.ts';
import { lineStart, previousEdge } from '../text-edges.ts';
import { isSearching, parseVim, type VimCommand } from './parse-vim.ts';
import { runVim } from './run-vim.ts';
import { at, settle, type VimDraft, type VimState } from './vim-state.ts';

/** A draft after a key of normal or visual mode. */
export interface Pressed extends VimDraft {
  /** Rows to go up or down, which may lead out of the draft. */
  rows: number;
}

const MAX_PENDING = 200;
/** Commands of normal mode that change the draft, which `.` repeats. */
const CHANGES = 'xXDCpPJ~rsSiIaAoO';

/** A character typed in normal or visual mode; a line break ends a text that is looked for. */
export function pressVim({ vim, editor }: VimDraft, character: string): Pressed {
  const keys = vim.pending + character;
  const isVisual = vim.mode !== 'normal';
  const command = parseVim(keys, isVisual);
  const waits = command === 'incomplete' && keys.length < MAX_PENDING;
  const draft = { vim: { ...vim, pending: waits ? keys : '' }, editor };
  if (command === 'incomplete' || command === null) return { ...draft, rows: 0 };
  const rows = isVisual ? 0 : rowsOf(command);
  if (rows !== 0) return { ...draft, rows };
  const isRepeat = command.type === 'simple' && command.key === '.';
  const done = isRepeat ? repeatChange(draft, command.count) : run(draft, command, keys);
  return { ...settle(done), rows: 0 };
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
  const { text, cursor } = editor;
  const { insertion } = vim;
  const left = at(editor, cursor === lineStart(text, cursor) ? cursor : previousEdge(text, cursor));
  const ended = { ...vim, mode: 'normal', pending: '', insertion: null } as const;
  if (insertion === null) return settle({ vim: ended, editor: left });
  const { keys, start, behind, steps } = insertion;
  const end = text.length - behind.length;
  // Where the user went elsewhere meanwhile, nobody knows what was typed.
  const isKnown = end >= start && text.endsWith(behind);
  const repeat = isKnown && keys !== null ? { keys, typed: text.slice(start, end) } : vim.repeat;
  return settle({ vim: { ...ended, repeat }, editor: { ...left, changes: chainSince(left.changes, steps) } });
}

/** Esc in normal and visual mode; null where there is nothing that it would end. */
export function leaveVisual({ vim, editor }: VimDraft): VimDraft | null {
  if (vim.mode === 'normal' && vim.pending === '') return null;
  return settle({ vim: { ...vim, mode: 'normal', pending: '' }, editor });
}

function run(draft: VimDraft, command: VimCommand, keys: string): VimDraft {
  const { vim, editor } = runVim(draft, command);
  const isVisual = draft.vim.mode !== 'normal';
  if (vim.mode === 'insert') {
    const steps = draft.editor.changes.past.length;
    const { text, cursor } = editor;
    const begun = { start: cursor, behind: text.slice(cursor), steps };
    const insertion = { keys: isVisual ? null : keys, ...begun };
    return { vim: { ...vim, insertion }, editor };
  }
  const isRepeated = !isVisual && isChange(command);
  return { vim: isRepeated ? { ...vim, repeat: { keys, typed: '' } } : vim, editor };
}

/** The last change once more, with another count in place of its own where one was typed. */
function repeatChange(draft: VimDraft, count: number | null): VimDraft {
  const { repeat } = draft.vim;
  if (repeat === null) return draft;
  const keys = count === null ? repeat.keys : `${count}${withoutCount(repeat.keys)}`;
  const command = parseVim(keys, false);
  if (command === null || command === 'incomplete') return draft;
  const done = run(draft, command, keys);
  if (done.vim.mode !== 'insert') return done;
  const { cursor } = done.editor;
  return leaveInsert({ ...done, editor: splice(done.editor, { start: cursor, end: cursor }, repeat.typed) });
}

function withoutCount(keys: string): string {
  return keys.replace(/^[1-9]\d*/, '').replace(/^([dcy<>])\d+/, '$1');
}

function rowsOf(command: VimCommand): number {
  if (command.type !== 'motion') return 0;
  const { name, count } = command.motion;
  if (name !== 'j' && name !== 'k') return 0;
  return (name === 'j' ? 1 : -1) * (count ?? 1);
}

function isChange(command: VimCommand): boolean {
  if (command.type === 'operate') return command.operator !== 'y';
  return command.type === 'simple' && CHANGES.includes(command.key);
}
