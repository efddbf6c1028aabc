import { type EditorState, edit, splice } from '../editor.ts';
import { recase } from '../rewrite-word.ts';
import { lineEnd, lineStart, nextEdge, previousEdge } from '../text-edges.ts';
import type { ObjectKeys, VimCommand } from './parse-vim.ts';
import { textObject } from './text-object.ts';
import {
  applyOperator,
  charactersBefore,
  charactersFrom,
  type Extent,
  joinLines,
  put,
  putOver,
  swapCase,
  wholeLines,
} from './vim-changes.ts';
import { firstInLine, followMotion, type MotionKeys, searchOf } from './vim-motion.ts';
import { at, type Find, type VimDraft, type VimState } from './vim-state.ts';

type Simple = Extract<VimCommand, { type: 'simple' }>;
type Operate = Extract<VimCommand, { type: 'operate' }>;

/** Runs a command of normal or visual mode, but for what vim itself has to know the keys of: `.`. */
export function runVim(draft: VimDraft, command: VimCommand): VimDraft {
  const isVisual = draft.vim.mode !== 'normal';
  switch (command.type) {
    case 'motion':
      return move(draft, command.motion);
    case 'operate':
      return operate(draft, command);
    case 'select':
      return select(draft, command.object);
    case 'simple':
      return isVisual ? runVisual(draft, command) : runNormal(draft, command);
  }
}

/** Moves the cursor, and keeps what other motions go by. */
function move({ vim, editor }: VimDraft, motion: MotionKeys): VimDraft {
  const target = followMotion(editor.text, editor.cursor, motion, vim);
  const known = remember(vim, motion);
  return { vim: known, editor: target === null ? editor : at(editor, target.offset) };
}

function remember(vim: VimState, motion: MotionKeys): VimState {
  const { name, character } = motion;
  const find = /^[fFtT]$/.test(name) ? { kind: name as Find['kind'], character } : vim.find;
  return { ...vim, find, search: searchOf(motion, vim) };
}

function operate(draft: VimDraft, command: Operate): VimDraft {
  const { operator, over } = command;
  const extent = extentOf(draft, command);
  if (extent === null) return draft;
  const isMotion = over !== 'lines' && 'name' in over;
  return applyOperator(isMotion ? { ...draft, vim: remember(draft.vim, over) } : draft, operator, extent);
}

function extentOf(
  { vim, editor: { text, cursor } }: VimDraft,
  { operator, over, count }: Operate,
): Extent | null {
  if (over === 'lines') {
    const last = followMotion(text, cursor, { name: 'j', character: '', count: count - 1 }, vim);
    if (last === null && lineEnd(text, cursor) === text.length) return null;
    const lines = wholeLines(text, cursor, last?.offset ?? text.length);
    const stays = operator === 'y' || count > 1;
    return { ...lines, from: stays ? cursor : firstInLine(text, lines.start) };
  }
  if ('object' in over) {
    const range = textObject(text, cursor, over.isInner, over.object);
    return range === null ? null : { ...range, isLines: false };
  }
  // As in vim, `cw` leaves the blank behind the word.
  const isWord = over.name === 'w' || over.name === 'W';
  const isOnWord = /\S/.test(text[cursor] ?? ' ');
  const motion =
    operator === 'c' && isWord && isOnWord ? { ...over, name: over.name === 'w' ? 'e' : 'E' } : over;
  const target = followMotion(text, cursor, motion, vim);
  if (target === null) return null;
  if (target.takes === 'lines')
    return { ...wholeLines(text, cursor, target.offset), from: Math.min(cursor, target.offset) };
  const start = Math.min(cursor, target.offset);
  const far = Math.max(cursor, target.offset);
  const end = target.takes === 'with' ? nextEdge(text, far) : far;
  return { start, end: isWord ? withoutBreak(text, start, end) : end, isLines: false };
}

/** A word at the end of a line is deleted up to there, not with the beginning of the next line. */
function withoutBreak(text: string, start: number, end: number): number {
  const trimmed = text.slice(start, end).replace(/\n\s*$/, '').length;
  return trimmed === 0 ? end : start + trimmed;
}

function runNormal(draft: VimDraft, { key, character, count: given }: Simple): VimDraft {
  const { vim, editor } = draft;
  const { text, cursor } = editor;
  const count = given ?? 1;
  const rest: Extent = { start: cursor, end: lineEnd(text, cursor), isLines: false };
  const lines = wholeLines(text, cursor, cursor);
  switch (key) {
    case 'x':
      return applyOperator(draft, 'd', charactersFrom(editor, count));
    case 'X':
      return applyOperator(draft, 'd', charactersBefore(editor, count));
    case 'D':
      return applyOperator(draft, 'd', rest);
    case 'C':
      return applyOperator(draft, 'c', rest);
    case 's':
      return applyOperator(draft, 'c', charactersFrom(editor, count));
    case 'S':
      return applyOperator(draft, 'c', lines);
    case 'Y':
      return applyOperator(draft, 'y', lines);
    case 'p':
    case 'P':
      return put(draft, key === 'P', count);
    case 'u':
      return { vim, editor: edit(editor, { type: 'undo' }) };
    case 'J':
      return { vim, editor: joinLines(editor, count) };
    case '~':
      return { vim, editor: swapCase(editor, charactersFrom(editor, count)) };
    case 'r':
      return { vim, editor: replaceCharacters(editor, character, count) };
    case 'v':
    case 'V':
      return { vim: { ...vim, mode: key === 'v' ? 'visual' : 'visual-line', anchor: cursor }, editor };
    default:
      return { vim: { ...vim, mode: 'insert' }, editor: placeToType(editor, key) };
  }
}

/** Nothing, where the line has fewer characters. */
function replaceCharacters(editor: EditorState, character: string, count: number): EditorState {
  const range = charactersFrom(editor, count);
  if (charactersFrom(editor, count - 1).end === range.end) return editor;
  const replaced = splice(editor, range, character.repeat(count));
  return at(replaced, range.start + character.length * (count - 1));
}

function placeToType(editor: EditorState, key: string): EditorState {
  const { text, cursor } = editor;
  const start = lineStart(text, cursor);
  const end = lineEnd(text, cursor);
  switch (key) {
    case 'I':
      return at(editor, firstInLine(text, start));
    case 'a':
      return at(editor, Math.min(end, nextEdge(text, cursor)));
    case 'A':
      return at(editor, end);
    case 'o':
      return splice(editor, { start: end, end }, '\n');
    case 'O':
      return at(splice(editor, { start, end: start }, '\n'), start);
    default:
      return editor;
  }
}

/** Selects a text object in visual mode. */
function select(draft: VimDraft, { isInner, object }: ObjectKeys): VimDraft {
  const { vim, editor } = draft;
  const range = textObject(editor.text, editor.cursor, isInner, object);
  if (range === null || range.start === range.end) return draft;
  const last = previousEdge(editor.text, range.end);
  return { vim: { ...vim, mode: 'visual', anchor: range.start }, editor: at(editor, last) };
}

/** Works on what is selected; most commands end visual mode. */
function runVisual(draft: VimDraft, { key, character, count }: Simple): VimDraft {
  const { vim, editor } = draft;
  const { mode, anchor } = vim;
  const extent = selectedExtent(draft);
  const ended: VimDraft = { vim: { ...vim, mode: 'normal' }, editor };
  switch (key) {
    case 'd':
    case 'x':
      return applyOperator(ended, 'd', extent);
    case 'c':
    case 's':
      return applyOperator(ended, 'c', extent);
    case 'y':
      return applyOperator(ended, 'y', extent);
    case '>':
    case '<':
      return applyOperator(ended, key, wholeLines(editor.text, anchor, editor.cursor), count ?? 1);
    case 'p':
      return putOver(ended, extent);
    case '~':
    case 'u':
    case 'U':
    case 'r':
      return { ...ended, editor: at(rewritten(editor, extent, key, character), extent.start) };
    case 'J': {
      const joined = editor.text.slice(extent.start, extent.end).split('\n').length;
      return { ...ended, editor: joinLines(at(editor, extent.start), joined) };
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

/** What is selected in another case, or every character of it replaced by one. */
function rewritten(editor: EditorState, extent: Extent, key: string, character: string): EditorState {
  if (key === '~') return swapCase(editor, extent);
  const part = editor.text.slice(extent.start, extent.end);
  if (key === 'r')
    return splice(
      editor,
      extent,
      part.replace(/[^\n]/gu, () => character),
    );
  return splice(editor, extent, recase(part, key === 'U' ? 'upper' : 'lower'));
}
