import { lineEnd, lineStart, type Range } from '../motions.ts';
import type { Extent } from './vim-changes.ts';
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
  '<': ['<', '>'],
  '>': ['<', '>'],
};

/** What a text object is about, as `w` in `iw`. */
export const OBJECTS = `wWp"'\`${Object.keys(PAIRS).join('')}`;

/** The range of a text object around the cursor: inside (`i`) or with what is around it (`a`); null where there is none. */
export function textObject(text: string, cursor: number, isInner: boolean, object: string): Extent | null {
  if (object === 'p') return paragraphAround(text, cursor, isInner);
  const range = rangeAround(text, cursor, isInner, object);
  return range === null ? null : { ...range, isLines: false };
}

function rangeAround(text: string, cursor: number, isInner: boolean, object: string): Range | null {
  const pair = PAIRS[object];
  if (pair !== undefined) return pairAround(text, cursor, isInner, pair);
  return object === 'w' || object === 'W'
    ? wordAround(text, cursor, isInner, object === 'W')
    : quoted(text, cursor, isInner, object);
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
export function unmatched(
  text: string,
  from: number,
  by: 1 | -1,
  wanted: string,
  other: string,
): number | null {
  let depth = 0;
  for (let at = from + by; at >= 0 && at < text.length; at += by) {
    if (text[at] === other) depth += 1;
    if (text[at] !== wanted) continue;
    if (depth === 0) return at;
    depth -= 1;
  }
  return null;
}

/** The lines around the cursor that are empty as its own is or is not, and with them the other ones behind, else before. */
function paragraphAround(text: string, cursor: number, isInner: boolean): Extent {
  const lines = text.split('\n');
  const here = text.slice(0, cursor).split('\n').length - 1;
  const isEmpty = (index: number) => lines[index]?.trim() === '';
  const last = (from: number, empty: boolean) => {
    let index = from;
    while (index + 1 < lines.length && isEmpty(index + 1) === empty) index += 1;
    return index;
  };
  const first = (from: number, empty: boolean) => {
    let index = from;
    while (index > 0 && isEmpty(index - 1) === empty) index -= 1;
    return index;
  };
  const kind = isEmpty(here);
  const inner = { from: first(here, kind), to: last(here, kind) };
  if (isInner) return linesBetween(lines, inner.from, inner.to);
  const to = last(inner.to, !kind);
  return to > inner.to || kind
    ? linesBetween(lines, inner.from, to)
    : linesBetween(lines, first(inner.from, !kind), inner.to);
}

function linesBetween(lines: readonly string[], from: number, to: number): Extent {
  const start = lines.slice(0, from).reduce((sum, line) => sum + line.length + 1, 0);
  return { start, end: start + lines.slice(from, to + 1).join('\n').length, isLines: true };
}
