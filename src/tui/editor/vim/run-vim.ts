import { edit, type EditorState, splice } from '../editor.ts';
import { nextEdge } from '../grapheme-edges.ts';
import { lineEnd, lineStart } from '../motions.ts';
import type { VimCommand } from './parse-vim.ts';
import { textObject } from './text-object.ts';
import {
  at,
  charactersBefore,
  charactersFrom,
  clearExtent,
  deleteExtent,
  type Extent,
  joinLines,
  put,
  swapCase,
  type VimDraft,
  wholeLines,
  yankExtent,
} from './vim-changes.ts';
import { JUMPED_FROM } from './vim-marks.ts';
import { firstInLine, followMotion, type MotionKeys, searchOf } from './vim-motion.ts';
import { applyOperator } from './vim-operators.ts';
import type { Find, VimState } from './vim-state.ts';

/** Runs a command of normal mode, but for what vim itself has to know the keys of: `.`. */
export function runVim(draft: VimDraft, command: VimCommand): VimDraft {
  switch (command.type) {
    case 'motion':
      return move(draft, command.motion);
    case 'operate':
      return operate(draft, command);
    case 'select':
      return draft;
    case 'simple':
      return runSimple(draft, command);
  }
}

/** Moves the cursor, and keeps what other motions go by. */
export function move({ vim, editor }: VimDraft, motion: MotionKeys): VimDraft {
  const { text, cursor } = editor;
  const target = followMotion(text, cursor, motion, vim);
  const known = remember(vim, editor, motion);
  if (target === null) return { vim: known, editor };
  const marks = JUMPS.test(motion.name)
    ? { ...vim.marks, [JUMPED_FROM]: { offset: cursor, text } }
    : vim.marks;
  return { vim: { ...known, marks }, editor: at(editor, target.offset) };
}

/** Motions behind which two quotes lead back. */
const JUMPS = /^(?:gg|[G%{}nN*#/?'`])$/;

function remember(vim: VimState, { text, cursor }: EditorState, motion: MotionKeys): VimState {
  return { ...vim, find: findOf(motion) ?? vim.find, search: searchOf(text, cursor, motion, vim) };
}

function findOf({ name, character }: MotionKeys): Find | null {
  return /^[fFtT]$/.test(name) ? { kind: name as Find['kind'], character } : null;
}

function operate(draft: VimDraft, command: Extract<VimCommand, { type: 'operate' }>): VimDraft {
  const { operator, over } = command;
  const extent = extentOf(draft, command);
  if (extent === null) return draft;
  const isMotion = over !== 'lines' && 'name' in over;
  const vim = isMotion ? remember(draft.vim, draft.editor, over) : draft.vim;
  return applyOperator({ ...draft, vim }, operator, extent);
}

function extentOf(
  { vim, editor: { text, cursor } }: VimDraft,
  { operator, over, count }: Extract<VimCommand, { type: 'operate' }>,
): Extent | null {
  if (over === 'lines') {
    const last = followMotion(text, cursor, { name: 'j', character: '', count: count - 1 }, vim);
    if (last === null && lineEnd(text, cursor) === text.length) return null;
    const lines = wholeLines(text, cursor, last?.offset ?? text.length);
    const stays = operator === 'y' || count > 1;
    return { ...lines, from: stays ? cursor : firstInLine(text, lines.start) };
  }
  if ('object' in over) {
    return textObject(text, cursor, over.isInner, over.object);
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

function runSimple(
  draft: VimDraft,
  { key, character, count: given }: Extract<VimCommand, { type: 'simple' }>,
): VimDraft {
  const { vim, editor } = draft;
  const count = given ?? 1;
  const { text, cursor } = editor;
  const rest: Extent = { start: cursor, end: lineEnd(text, cursor), isLines: false };
  const lines = wholeLines(text, cursor, cursor);
  switch (key) {
    case 'x':
      return deleteExtent(draft, charactersFrom(editor, count));
    case 'X':
      return deleteExtent(draft, charactersBefore(editor, count));
    case 'D':
      return deleteExtent(draft, rest);
    case 'C':
      return typing(clearExtent(draft, rest));
    case 's':
      return typing(clearExtent(draft, charactersFrom(editor, count)));
    case 'S':
      return typing(clearExtent(draft, lines));
    case 'Y':
      return yankExtent(draft, lines);
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
      return replaceCharacters(draft, character, count);
    case 'm':
      return { vim: { ...vim, marks: { ...vim.marks, [character]: { offset: cursor, text } } }, editor };
    case 'R':
      return { vim: { ...vim, mode: 'replace' }, editor };
    case 'v':
    case 'V':
      return { vim: { ...vim, mode: key === 'v' ? 'visual' : 'visual-line', anchor: cursor }, editor };
    default:
      return startTyping(draft, key);
  }
}

function replaceCharacters(draft: VimDraft, character: string, count: number): VimDraft {
  const { vim, editor } = draft;
  const range = charactersFrom(editor, count);
  const enough = charactersFrom(editor, count - 1).end < range.end;
  if (!enough) return draft;
  const replaced = splice(editor, range, character.repeat(count));
  return { vim, editor: at(replaced, range.start + character.length * (count - 1)) };
}

function startTyping({ vim, editor }: VimDraft, key: string): VimDraft {
  const { text, cursor } = editor;
  const start = lineStart(text, cursor);
  const end = lineEnd(text, cursor);
  switch (key) {
    case 'I':
      return typing({ vim, editor: at(editor, firstInLine(text, start)) });
    case 'a':
      return typing({ vim, editor: at(editor, Math.min(end, nextEdge(text, cursor))) });
    case 'A':
      return typing({ vim, editor: at(editor, end) });
    case 'o':
      return typing({ vim, editor: splice(editor, { start: end, end }, '\n') });
    case 'O':
      return typing({ vim, editor: at(splice(editor, { start, end: start }, '\n'), start) });
    default:
      return typing({ vim, editor });
  }
}

function typing({ vim, editor }: VimDraft): VimDraft {
  const mode: VimState['mode'] = 'insert';
  return { vim: { ...vim, mode }, editor };
}
