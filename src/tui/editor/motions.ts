import { graphemesOf } from '../draw/graphemes.ts';

/** Where a key takes the cursor, without regard to how the text is wrapped. */
export type Motion =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'start'
  | 'end';

/** Letters, digits, and the characters that stand for a paste. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_\u{100000}-\u{10ffff}]/u;

/** The offset the motion leads to from `cursor`. Both lie between characters as a person sees them. */
export function moveFrom(text: string, cursor: number, motion: Motion): number {
  switch (motion) {
    case 'left':
      return previousOffset(text, cursor);
    case 'right':
      return nextOffset(text, cursor);
    case 'word-left':
      return wordLeft(text, cursor);
    case 'word-right':
      return wordRight(text, cursor);
    case 'line-start':
      return lineStart(text, cursor);
    case 'line-end':
      return lineEnd(text, cursor);
    case 'start':
      return 0;
    case 'end':
      return text.length;
  }
}

/** The nearest offset at or behind `offset` that does not cut a character in two. */
export function snapToCharacter(text: string, offset: number): number {
  const start = lineStart(text, offset);
  const line = text.slice(start, lineEnd(text, offset));
  const inside = graphemesOf(line).find(
    (grapheme) => start + grapheme.index < offset && offset < start + grapheme.index + grapheme.text.length,
  );
  return inside === undefined ? offset : start + inside.index + inside.text.length;
}

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
}

function previousOffset(text: string, cursor: number): number {
  const start = lineStart(text, cursor);
  if (start === cursor) return Math.max(0, cursor - 1);
  const last = graphemesOf(text.slice(start, cursor)).at(-1);
  return start + (last?.index ?? 0);
}

function nextOffset(text: string, cursor: number): number {
  const end = lineEnd(text, cursor);
  if (end === cursor) return Math.min(text.length, cursor + 1);
  const [first] = graphemesOf(text.slice(cursor, end));
  return cursor + (first?.text.length ?? 0);
}

function wordLeft(text: string, cursor: number): number {
  let offset = cursor;
  while (offset > 0 && !isWordAt(text, previousOffset(text, offset))) offset = previousOffset(text, offset);
  while (offset > 0 && isWordAt(text, previousOffset(text, offset))) offset = previousOffset(text, offset);
  return offset;
}

function wordRight(text: string, cursor: number): number {
  let offset = cursor;
  while (offset < text.length && !isWordAt(text, offset)) offset = nextOffset(text, offset);
  while (offset < text.length && isWordAt(text, offset)) offset = nextOffset(text, offset);
  return offset;
}

function isWordAt(text: string, offset: number): boolean {
  return WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(offset) ?? 0));
}
