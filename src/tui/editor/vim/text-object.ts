import type { Range } from '../../draw/line.ts';
import { lineEnd, lineStart } from '../text-edges.ts';
import { runEnd, runStart } from './vim-words.ts';

const PAIRS: Readonly<Record<string, readonly [open: string, close: string]>> = {
  '(': ['(', ')'],
  ')': ['(', ')'],
  b: ['(', ')'],
  '[': ['[', ']'],
  ']': ['[', ']'],
  '{': ['{', '}'],
  '}': ['{', '}'],
  B: ['{', '}'],
};

/** What a text object is about, as `w` in `iw`. */
export const OBJECTS = `wW"'\`${Object.keys(PAIRS).join('')}`;

/** The range of a text object around the cursor: inside (`i`) or with what is around it (`a`); null where there is none. */
export function textObject(text: string, cursor: number, isInner: boolean, object: string): Range | null {
  const pair = PAIRS[object];
  if (pair !== undefined) return pairAround(text, cursor, isInner, pair);
  return object === 'w' || object === 'W'
    ? wordAround(text, cursor, isInner, object === 'W')
    : quoted(text, cursor, isInner, object);
}

/** Where `%` goes: from the first bracket of the line that is not before the cursor to its other one; null without one. */
export function matchingBracket(text: string, cursor: number): number | null {
  const offset = text.slice(cursor, lineEnd(text, cursor)).search(/[()[\]{}]/);
  const bracket = text.charAt(cursor + offset);
  const pair = PAIRS[bracket];
  if (offset < 0 || pair === undefined) return null;
  const [open, close] = pair;
  return bracket === open
    ? unmatched(text, cursor + offset, 1, close, open)
    : unmatched(text, cursor + offset, -1, open, close);
}

function wordAround(text: string, cursor: number, isInner: boolean, isWide: boolean): Range | null {
  if (text === '') return null;
  const start = runStart(text, cursor, isWide);
  const end = runEnd(text, cursor, isWide);
  if (isInner) return { start, end };
  const isBlank = /\s/.test(text[cursor] ?? '');
  const behind = runEnd(text, end, isWide);
  if (isBlank || /[ \t]/.test(text[end] ?? '')) return { start, end: behind };
  const before = /[ \t]*$/.exec(text.slice(lineStart(text, start), start))?.[0].length ?? 0;
  return { start: start - before, end };
}

/** Between two quotes in the line: those around the cursor, else the next ones. */
function quoted(text: string, cursor: number, isInner: boolean, quote: string): Range | null {
  const start = lineStart(text, cursor);
  const line = text.slice(start, lineEnd(text, cursor));
  const marks: number[] = [];
  for (let index = line.indexOf(quote); index >= 0; index = line.indexOf(quote, index + 1))
    if (line[index - 1] !== '\\') marks.push(start + index);
  for (let index = 0; index + 1 < marks.length; index += 2) {
    const [open = 0, close = 0] = marks.slice(index, index + 2);
    if (cursor <= close) return isInner ? { start: open + 1, end: close } : { start: open, end: close + 1 };
  }
  return null;
}

function pairAround(
  text: string,
  cursor: number,
  isInner: boolean,
  [open, close]: readonly [string, string],
): Range | null {
  const around = text[cursor] === open ? cursor : unmatched(text, cursor, -1, open, close);
  const start = around ?? nextInLine(text, cursor, open);
  if (start === null) return null;
  const end = unmatched(text, start, 1, close, open);
  if (end === null) return null;
  return isInner ? { start: start + 1, end } : { start, end: end + 1 };
}

/** As in vim, outside of any brackets the next ones of the line are meant. */
function nextInLine(text: string, cursor: number, open: string): number | null {
  const at = text.indexOf(open, cursor);
  return at < 0 || at > lineEnd(text, cursor) ? null : at;
}

/** The first `wanted` in a direction that does not belong to an `other` on the way. */
function unmatched(text: string, from: number, by: 1 | -1, wanted: string, other: string): number | null {
  let depth = 0;
  for (let at = from + by; at >= 0 && at < text.length; at += by) {
    if (text[at] === other) depth += 1;
    if (text[at] !== wanted) continue;
    if (depth === 0) return at;
    depth -= 1;
  }
  return null;
}
