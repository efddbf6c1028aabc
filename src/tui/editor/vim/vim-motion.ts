import { lineEnd, lineStart, nextEdge, previousEdge } from '../text-edges.ts';
import { matchingBracket } from './text-object.ts';
import type { Find, Search, VimState } from './vim-state.ts';
import { wordBackward, wordEnd, wordForward } from './vim-words.ts';

/** Where a motion leads, and what an operator takes: up to there, with the character there, or whole lines. */
interface Target {
  offset: number;
  takes: 'before' | 'with' | 'lines';
}

export interface MotionKeys {
  /** `w`, `gg`, `f`, … */
  name: string;
  /** Behind `f`, `F`, `t` and `T`; behind `/` and `?` the text. */
  character: string;
  /** null where none was typed. */
  count: number | null;
}

/** What motions go by. */
type Memory = Pick<VimState, 'find' | 'search'>;

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
    case '0':
      return before(start);
    case '^':
      return before(firstInLine(text, start));
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
    default:
      return jump(text, cursor, keys, memory);
  }
}

/** To a bracket, a paragraph, a text, or a character of the line. */
function jump(text: string, cursor: number, keys: MotionKeys, memory: Memory): Target | null {
  const { name, character, count } = keys;
  const times = count ?? 1;
  switch (name) {
    case '%': {
      const offset = matchingBracket(text, cursor);
      return offset === null ? null : { offset, takes: 'with' };
    }
    case '}':
      return before(repeat(times, cursor, (at) => paragraphForward(text, at)));
    case '{':
      return before(repeat(times, cursor, (at) => paragraphBackward(text, at)));
    case '/':
    case '?':
    case 'n':
    case 'N': {
      const search = searchOf(keys, memory);
      const isForward = search?.isForward === (name !== 'N');
      const found = search === null ? null : findText(text, cursor, { ...search, isForward }, times);
      return found === null ? null : before(found);
    }
    default:
      return findCharacter(text, cursor, { kind: name as Find['kind'], character }, times, false);
  }
}

/** The search that a motion begins or goes on with; null where there is none. */
export function searchOf({ name, character }: MotionKeys, { search }: Pick<Memory, 'search'>): Search | null {
  if (name !== '/' && name !== '?') return search;
  const text = character === '' ? search?.text : character;
  return text === undefined ? null : { text, isForward: name === '/' };
}

/** Where a search leads, around the end if need be; null where the text is nowhere. */
function findText(draft: string, cursor: number, { text, isForward }: Search, times: number): number | null {
  let at = cursor;
  for (let done = 0; done < times; done += 1) {
    const next = isForward ? draft.indexOf(text, at + 1) : at > 0 ? draft.lastIndexOf(text, at - 1) : -1;
    at = next >= 0 ? next : isForward ? draft.indexOf(text) : draft.lastIndexOf(text);
    if (at < 0) return null;
  }
  return at;
}

/** The empty line behind the paragraph, or the end. */
function paragraphForward(text: string, from: number): number {
  let start = lineStart(text, from);
  while (isEmptyLine(text, start)) start += 1;
  while (start < text.length && !isEmptyLine(text, start)) start = lineEnd(text, start) + 1;
  return Math.min(start, text.length);
}

/** The empty line before the paragraph, or the beginning. */
function paragraphBackward(text: string, from: number): number {
  let start = lineStart(text, from);
  while (start > 0 && isEmptyLine(text, start)) start = lineStart(text, start - 1);
  while (start > 0 && !isEmptyLine(text, start)) start = lineStart(text, start - 1);
  return start;
}

function isEmptyLine(text: string, start: number): boolean {
  return start < text.length && lineEnd(text, start) === start;
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
