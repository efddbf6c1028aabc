import { languageOfFence } from '../highlight/language-of.ts';
import { cutList, type ListRest } from './cut-list.ts';

/** A part of a message that will not change any more, or the rest of it. */
export type Piece = ProsePiece | CodePiece;

export interface ProsePiece {
  readonly kind: 'prose';
  readonly text: string;
  /** The list that goes on with its first line; null where none does. */
  readonly list: ListRest | null;
}

/** Lines of fenced code. `opening` and `closing` are the fence's lines, where this piece has them. */
export interface CodePiece {
  readonly kind: 'code';
  readonly lines: readonly string[];
  readonly opening: string | null;
  readonly closing: string | null;
  /** What the opening fence says of the language. */
  readonly language: string | null;
  /** The lines of the same fence before these; null in the piece that opens it. */
  readonly before: CodePiece | null;
}

/** How far a message has been split. */
export interface SplitState {
  /** Everything before this UTF-16 offset has been given out. */
  readonly offset: number;
  /** The fence that the offset lies within. */
  readonly fence: Fence | null;
  /** The list that goes on there. */
  readonly list: ListRest | null;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  /** How far it is indented; so far its lines are, too. */
  readonly indent: number;
  /** What of it was split off last. */
  readonly last: CodePiece;
}

export const UNSPLIT: SplitState = { offset: 0, fence: null, list: null };

/** What was split off, and how many lines that were. */
interface Taken {
  pieces: Piece[];
  lines: number;
  fence: Fence | null;
  list: ListRest | null;
}

interface TextLine {
  text: string;
  start: number;
  /** It has its line break, or the message has ended. */
  complete: boolean;
}

/**
 * Splits off what is finished of a streamed message: prose up to a blank line that ends its block, every whole item of a
 * list and every whole line of fenced code, so that a block of any length goes to the scrollback as it comes. With `done` all of it is finished. Pure:
 * the text may only have grown since `from` was returned.
 */
export function splitMessage(
  text: string,
  from: SplitState,
  done: boolean,
): { pieces: Piece[]; next: SplitState } {
  const lines = linesFrom(text, from.offset, done);
  const pieces: Piece[] = [];
  let index = 0;
  let { fence, list } = from;
  for (;;) {
    const taken = fence === null ? takeProse(lines, index, list, done) : takeCode(lines, index, fence);
    if (taken === null) break;
    pieces.push(...taken.pieces);
    index += taken.lines;
    ({ fence, list } = taken);
  }
  return { pieces, next: { offset: lines[index]?.start ?? text.length, fence, list } };
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const ANY_FENCE = /^[ \t>]*(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** What may still become a list item when more comes. */
const MAYBE_LIST_ITEM = /^ {0,3}(?:[-*+]|\d{0,9}[.)]?)$/;

/** The first finished block of prose, or the fence that opens here; null when nothing is finished. */
function takeProse(
  lines: readonly TextLine[],
  index: number,
  list: ListRest | null,
  done: boolean,
): Taken | null {
  const first = lines.findIndex((line, at) => at >= index && !isBlank(line));
  const opening = lines[first];
  if (opening === undefined) return null;
  if (FENCE.test(opening.text)) return opening.complete ? openFence(opening, first + 1 - index) : null;
  const blockEnd = findBlockEnd(lines, first) ?? (done ? lines.length : null);
  const known = lines.slice(first, blockEnd ?? lines.length).filter((line) => line.complete);
  const cut = cutList(
    known.map((line) => line.text),
    list,
    blockEnd !== null,
  );
  const end = cut === null ? blockEnd : first + cut.lines;
  if (end === null) return null;
  const block = lines.slice(first, end).map((line) => line.text);
  const piece: Piece = { kind: 'prose', text: block.join('\n').trimEnd(), list };
  return { pieces: [piece], lines: end - index, fence: null, list: cut?.rest ?? null };
}

function openFence(line: TextLine, lines: number): Taken {
  const [, mark = ''] = FENCE.exec(line.text) ?? [];
  const opening = line.text.trim();
  const language = languageOfFence(opening);
  const last: CodePiece = { kind: 'code', lines: [], opening, closing: null, language, before: null };
  const indent = line.text.search(/[^ ]/);
  return {
    pieces: [last],
    lines,
    fence: { mark: mark.charAt(0), length: mark.length, indent, last },
    list: null,
  };
}

/** The line behind the block that begins in line `first`, whatever comes; null when the block may go on. */
function findBlockEnd(lines: readonly TextLine[], first: number): number | null {
  const isList = LIST_ITEM.test(lines[first]?.text ?? '');
  let inner: string | null = null;
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index];
    const next = lines[index + 1];
    if (line === undefined || !line.complete) return null;
    if (inner === null && !isList && index > first && FENCE.test(line.text)) return index;
    const [, mark] = ANY_FENCE.exec(line.text) ?? [];
    if (mark !== undefined) inner = nextFence(inner, mark, line.text);
    if (inner === null && isBlank(line) && next !== undefined && beginsBlock(next, isList)) return index + 1;
  }
  return null;
}

/** The fence that is open behind a line with a fence in it. */
function nextFence(open: string | null, mark: string, line: string): string | null {
  if (open === null) return mark;
  const closes =
    mark.charAt(0) === open.charAt(0) && mark.length >= open.length && line.trimEnd().endsWith(mark);
  return closes ? null : open;
}

/** Whether a line behind a blank one begins a new block: it is not indented, and does not continue a list. */
function beginsBlock({ text, complete }: TextLine, isList: boolean): boolean {
  if (text.trim() === '' || /^[ \t]/.test(text)) return false;
  if (!isList) return true;
  return !LIST_ITEM.test(text) && (complete || !MAYBE_LIST_ITEM.test(text));
}

/** The finished lines of a fence; null when there is none. */
function takeCode(lines: readonly TextLine[], index: number, fence: Fence): Taken | null {
  const ready = lines.slice(index).filter((line) => line.complete);
  const end = ready.findIndex((line) => closesFence(line.text, fence));
  const closing = ready[end];
  const code = end < 0 ? ready : ready.slice(0, end);
  if (code.length === 0 && closing === undefined) return null;
  const piece: CodePiece = {
    kind: 'code',
    lines: code.map((line) => withoutIndent(line.text, fence.indent)),
    opening: null,
    closing: closing?.text.trim() ?? null,
    language: fence.last.language,
    before: fence.last,
  };
  return {
    pieces: [piece],
    lines: code.length + (closing === undefined ? 0 : 1),
    fence: closing === undefined ? { ...fence, last: piece } : null,
    list: null,
  };
}

function withoutIndent(line: string, most: number): string {
  const indent = line.search(/[^ ]|$/);
  return line.slice(Math.min(indent, most));
}

function closesFence(line: string, { mark, length }: Fence): boolean {
  const [, run = ''] = /^ {0,3}(`+|~+)\s*$/.exec(line) ?? [];
  return run.startsWith(mark) && run.length >= length;
}

function linesFrom(text: string, offset: number, done: boolean): TextLine[] {
  const lines: TextLine[] = [];
  for (let start = offset; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    const line = text.slice(start, newline < 0 ? end : newline).replace(/\r$/, '');
    lines.push({ text: line, start, complete: newline >= 0 || done });
    start = end;
  }
  return lines;
}

function isBlank(line: TextLine): boolean {
  return line.complete && line.text.trim() === '';
}
