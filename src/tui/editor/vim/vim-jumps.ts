import { lineEnd, lineStart } from '../motions.ts';
import { unmatched } from './text-object.ts';

const OPENING = '([{';
const CLOSING = ')]}';

/** Where `%` goes: from the first bracket of the line that is not before the cursor to its other one; null without one. */
export function matchingBracket(text: string, cursor: number): number | null {
  const rest = text.slice(cursor, lineEnd(text, cursor));
  const offset = rest.search(/[()[\]{}]/);
  if (offset < 0) return null;
  const at = cursor + offset;
  const bracket = text[at] ?? '';
  const opens = OPENING.indexOf(bracket);
  return opens >= 0
    ? unmatched(text, at, 1, CLOSING[opens] ?? '', bracket)
    : unmatched(text, at, -1, OPENING[CLOSING.indexOf(bracket)] ?? '', bracket);
}

/** Where `}` goes: the empty line behind the paragraph, or the end. */
export function paragraphForward(text: string, from: number): number {
  let start = lineStart(text, from);
  while (isEmptyLine(text, start)) start += 1;
  while (start < text.length && !isEmptyLine(text, start)) start = lineEnd(text, start) + 1;
  return Math.min(start, text.length);
}

/** Where `{` goes: the empty line before the paragraph, or the beginning. */
export function paragraphBackward(text: string, from: number): number {
  let start = lineStart(text, from);
  while (start > 0 && isEmptyLine(text, start)) start = lineStart(text, start - 1);
  while (start > 0 && !isEmptyLine(text, start)) start = lineStart(text, start - 1);
  return start;
}

function isEmptyLine(text: string, start: number): boolean {
  return start < text.length && lineEnd(text, start) === start;
}
