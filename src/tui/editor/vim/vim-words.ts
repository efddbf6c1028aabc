import { lineEnd, nextEdge, previousEdge } from '../text-edges.ts';

const CLASSES: readonly RegExp[] = [
  /^[\u{100000}-\u{10ffff}]/u,
  /^\p{Script=Han}/u,
  /^\p{Script=Hiragana}/u,
  /^\p{Script=Katakana}/u,
  /^[\p{L}\p{N}\p{M}_]/u,
];

/** Which characters make a word together: letters, punctuation, or one script; `isWide`: all that are no blanks. */
function classAt(text: string, offset: number, isWide: boolean): number {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 32);
  if (/^\s/.test(character)) return -1;
  return isWide ? 0 : CLASSES.findIndex((pattern) => pattern.test(character)) + 1;
}

/** Where `w` goes: the beginning of the next word, or an empty line. */
export function wordForward(text: string, from: number, isWide: boolean): number {
  const kind = classAt(text, from, isWide);
  let offset = from;
  if (kind >= 0)
    while (offset < text.length && classAt(text, offset, isWide) === kind) offset = nextEdge(text, offset);
  while (offset < text.length && classAt(text, offset, isWide) < 0) {
    if (offset > from && isEmptyLine(text, offset)) return offset;
    offset = nextEdge(text, offset);
  }
  return offset;
}

/** Where `b` goes: the beginning of this word, or of the one before. */
export function wordBackward(text: string, from: number, isWide: boolean): number {
  let offset = previousEdge(text, from);
  while (offset > 0 && classAt(text, offset, isWide) < 0) {
    if (isEmptyLine(text, offset)) return offset;
    offset = previousEdge(text, offset);
  }
  return runStart(text, offset, isWide);
}

/** Where `e` goes: the last character of this word, or of the next. */
export function wordEnd(text: string, from: number, isWide: boolean): number {
  let offset = nextEdge(text, from);
  while (offset < text.length && classAt(text, offset, isWide) < 0) offset = nextEdge(text, offset);
  return offset >= text.length
    ? previousEdge(text, text.length)
    : previousEdge(text, runEnd(text, offset, isWide));
}

/** The beginning of the characters of one class around `offset`, within its line. */
export function runStart(text: string, offset: number, isWide: boolean): number {
  const kind = classAt(text, offset, isWide);
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && classAt(text, previousEdge(text, start), isWide) === kind)
    start = previousEdge(text, start);
  return start;
}

/** The end of the characters of one class from `offset` on, within its line. */
export function runEnd(text: string, offset: number, isWide: boolean): number {
  const kind = classAt(text, offset, isWide);
  const last = lineEnd(text, offset);
  let end = offset;
  while (end < last && classAt(text, end, isWide) === kind) end = nextEdge(text, end);
  return end;
}

function isEmptyLine(text: string, offset: number): boolean {
  return text[offset] === '\n' && (offset === 0 || text[offset - 1] === '\n');
}
