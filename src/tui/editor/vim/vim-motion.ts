import { nextEdge, previousEdge } from '../grapheme-edges.ts';
import { lineEnd, lineStart } from '../motions.ts';
import { placeOf } from './vim-marks.ts';
import { findText, type Search, searchForWord } from './vim-search.ts';
import type { Find, VimState } from './vim-state.ts';
import { matchingBracket, paragraphBackward, paragraphForward } from './vim-jumps.ts';
import { wordBackward, wordEnd, wordEndBefore, wordForward } from './vim-words.ts';

/** Where a motion leads, and what an operator takes: up to there, with the character there, or whole lines. */
export interface Target {
  offset: number;
  takes: 'before' | 'with' | 'lines';
}

export interface MotionKeys {
  /** `w`, `gg`, `f`, … */
  name: string;
  /** Behind `f`, `F`, `t`, `T`, `'` and a backtick; behind `/` and `?` the text. */
  character: string;
  /** null where none was typed. */
  count: number | null;
}

/** What motions go by. */
export type Memory = Pick<VimState, 'find' | 'search' | 'marks'>;

/** Where a motion leads from `cursor`; null where it leads nowhere. */
export function followMotion(text: string, cursor: number, keys: MotionKeys, memory: Memory): Target | null {
  const { find } = memory;
  const { name, count } = keys;
  const times = count ?? 1;
  const start = lineStart(text, cursor);
  const end = lineEnd(text, cursor);
  switch (name) {
    case 'h':
      return before(repeat(times, cursor, (at) => Math.max(start, previousEdge(text, at))));
    case 'l':
      return before(repeat(times, cursor, (at) => Math.min(end, nextEdge(text, at))));
    case 'w':
    case 'W':
      return before(repeat(times, cursor, (at) => wordForward(text, at, name === 'W')));
    case 'b':
    case 'B':
      return before(repeat(times, cursor, (at) => wordBackward(text, at, name === 'B')));
    case 'e':
    case 'E':
      return { offset: repeat(times, cursor, (at) => wordEnd(text, at, name === 'E')), takes: 'with' };
    case 'ge':
    case 'gE':
      return { offset: repeat(times, cursor, (at) => wordEndBefore(text, at, name === 'gE')), takes: 'with' };
    case '0':
      return before(start);
    case '^':
      return before(firstInLine(text, start));
    case '_':
      return lines(firstInLine(text, lineStart(text, downBy(text, cursor, times - 1) ?? cursor)));
    case '$':
      return before(lineEnd(text, downBy(text, cursor, times - 1) ?? cursor));
    case 'j':
      return lines(downBy(text, cursor, times));
    case 'k':
      return lines(upBy(text, cursor, times));
    case 'gg':
      return lines(firstInLine(text, count === null ? 0 : lineAt(text, count)));
    case 'G':
      return lines(firstInLine(text, count === null ? lineStart(text, text.length) : lineAt(text, count)));
    case ';':
      return find === null ? null : findCharacter(text, cursor, find, times, true);
    case ',':
      return find === null ? null : findCharacter(text, cursor, reversed(find), times, true);
    case '|': {
      const last = Math.max(start, previousEdge(text, end));
      return before(repeat(times - 1, start, (at) => Math.min(last, nextEdge(text, at))));
    }
    default:
      return jump(text, cursor, keys, memory);
  }
}

/** To a bracket, a paragraph, a mark, a text, or a character of the line. */
function jump(text: string, cursor: number, keys: MotionKeys, memory: Memory): Target | null {
  const { name, character, count } = keys;
  const times = count ?? 1;
  switch (name) {
    case '%':
      return withCharacter(matchingBracket(text, cursor));
    case '}':
      return before(repeat(times, cursor, (at) => paragraphForward(text, at)));
    case '{':
      return before(repeat(times, cursor, (at) => paragraphBackward(text, at)));
    case "'":
    case '`': {
      const mark = memory.marks[character === '`' ? "'" : character];
      const place = mark === undefined ? null : placeOf(mark, text);
      if (place === null) return null;
      return name === '`' ? before(place) : lines(firstInLine(text, lineStart(text, place)));
    }
    case '/':
    case '?':
    case '*':
    case '#':
    case 'n':
    case 'N': {
      const search = searchOf(text, cursor, keys, memory);
      if (search === null) return null;
      const way = name === 'N' ? { ...search, isForward: !search.isForward } : search;
      const found = findText(text, cursor, way, times);
      return found === null ? null : before(found);
    }
    default:
      return findCharacter(text, cursor, { kind: name as Find['kind'], character }, times, false);
  }
}

/** The search that a motion begins or goes on with; null where there is none. */
export function searchOf(
  text: string,
  cursor: number,
  { name, character }: MotionKeys,
  { search }: Pick<Memory, 'search'>,
): Search | null {
  if (name === '*' || name === '#') return searchForWord(text, cursor, name === '*');
  if (name !== '/' && name !== '?') return search;
  const isForward = name === '/';
  if (character === '') return search === null ? null : { ...search, isForward };
  return { text: character, isForward, isWord: false };
}

/** The first character of a line that is no blank. */
export function firstInLine(text: string, start: number): number {
  const end = lineEnd(text, start);
  const blanks = /^[ \t]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return Math.min(start + blanks, end);
}

function before(offset: number): Target {
  return { offset, takes: 'before' };
}

function lines(offset: number | null): Target | null {
  return offset === null ? null : { offset, takes: 'lines' };
}

function withCharacter(offset: number | null): Target | null {
  return offset === null ? null : { offset, takes: 'with' };
}

function repeat(times: number, from: number, step: (at: number) => number): number {
  let at = from;
  for (let done = 0; done < times; done += 1) {
    const next = step(at);
    if (next === at) return at;
    at = next;
  }
  return at;
}

/** As far into a line below as the cursor is in its own; null beyond the last one. */
function downBy(text: string, cursor: number, times: number): number | null {
  const column = cursor - lineStart(text, cursor);
  let start = lineStart(text, cursor);
  for (let done = 0; done < times; done += 1) {
    const end = lineEnd(text, start);
    if (end === text.length) return null;
    start = end + 1;
  }
  return Math.min(start + column, lineEnd(text, start));
}

function upBy(text: string, cursor: number, times: number): number | null {
  const column = cursor - lineStart(text, cursor);
  let start = lineStart(text, cursor);
  for (let done = 0; done < times; done += 1) {
    if (start === 0) return null;
    start = lineStart(text, start - 1);
  }
  return Math.min(start + column, lineEnd(text, start));
}

/** The start of a line by its number from 1, or of the last one. */
function lineAt(text: string, number: number): number {
  return downBy(text, 0, Math.min(number, text.split('\n').length) - 1) ?? 0;
}

function reversed({ kind, character }: Find): Find {
  const other = { f: 'F', F: 'f', t: 'T', T: 't' } as const;
  return { kind: other[kind], character };
}

function findCharacter(
  text: string,
  cursor: number,
  { kind, character }: Find,
  times: number,
  isRepeated: boolean,
): Target | null {
  const isForward = kind === 'f' || kind === 't';
  // Right before the character, `t` again would stay where it is.
  let at = cursor + (isRepeated && kind === 't' ? 1 : 0) - (isRepeated && kind === 'T' ? 1 : 0);
  for (let done = 0; done < times; done += 1) {
    const found = isForward
      ? text.indexOf(character, at + 1)
      : at <= 0
        ? -1
        : text.lastIndexOf(character, at - 1);
    if (found < 0 || lineStart(text, found) !== lineStart(text, cursor)) return null;
    at = found;
  }
  if (kind === 't') at = previousEdge(text, at);
  if (kind === 'T') at = nextEdge(text, at);
  return { offset: at, takes: isForward ? 'with' : 'before' };
}
