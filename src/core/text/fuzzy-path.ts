/*
 * Fuzzy matching of paths: every character of the query in its order, and of the many ways to place them the one that a
 * person would mean: whole words and beginnings of names before letters in their midst, the file's own name before its
 * folders. The shape is that of fzf: points for characters, for where they stand and for standing together, less for gaps.
 */

/** A path that fits, and how well; higher is better. */
export interface PathFit {
  score: number;
  /** Offsets of the characters that fit, in UTF-16 units. */
  positions: number[];
}

const MATCH = 16;
const GAP_START = -3;
const GAP_MORE = -1;
const AFTER_SLASH = 9;
const AFTER_SEPARATOR = 8;
const CAMEL_HUMP = 7;
const TOGETHER = 5;
/** For a query that is in the file's own name altogether, that begins it, and that is all of it but the ending. */
const IN_NAME = 24;
const NAME_BEGINS = 16;
const NAME_IS = 24;
/** Longer queries are cut: nobody types them, and the work grows with their length. */
const MAX_QUERY_CHARS = 64;
/** Of a longer path only the end is looked at. */
const MAX_PATH_CHARS = 512;
const NONE = -1_000_000;

/** What is searched for, as it is compared: in lower case, with `/` between folders, without a `./` before it. */
export function normaliseQuery(typed: string): string {
  return typed
    .replace(/^(?:\.\/)+/, '')
    .replaceAll('\\', '/')
    .toLowerCase()
    .slice(0, MAX_QUERY_CHARS);
}

/** Letters, digits and separators of a text as bits: a path that lacks a bit of the query's does not fit. */
export function characterBits(lowerCase: string): number {
  let bits = 0;
  for (let index = 0; index < lowerCase.length; index += 1) {
    const code = lowerCase.charCodeAt(index);
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << 26;
    else if (code === 46) bits |= 1 << 27;
    else if (code === 47) bits |= 1 << 28;
    else if (code === 45 || code === 95) bits |= 1 << 29;
    else if (code > 127) bits |= 1 << 30;
  }
  return bits;
}

/** How well a path fits a normalised query; null when it does not. A folder ends with `/`. */
export function fitPath(query: string, path: string): PathFit | null {
  const positions: number[] = [];
  const score = scorePath(query, path, path.toLowerCase(), { positions });
  return score === null ? null : { score, positions };
}

/** What scorePath may be told beside a path. */
interface ScoreOptions {
  /** A path that cannot have a higher score is given up early: of many only the best are wanted. */
  above?: number;
  /** Where the offsets of the characters that fit are written to. */
  positions?: number[];
}

/** As fitPath, for many: `lower` is the path in lower case. */
export function scorePath(
  query: string,
  path: string,
  lower: string,
  { above = NONE, positions }: ScoreOptions = {},
): number | null {
  if (query === '') return 0;
  // Some letters become two in lower case; then the offsets are of no use.
  if (lower.length !== path.length || !holds(lower, query, 0)) return null;
  const nameAt = nameStart(lower);
  const inName = !query.includes('/') && holds(lower, query, nameAt);
  const from = Math.max(inName ? nameAt : 0, path.length - MAX_PATH_CHARS);
  if (!holds(lower, query, from)) return null;
  const extra = (inName ? IN_NAME + nameBonus(query, lower, nameAt) : 0) - path.length / 64;
  const most = query.length * (MATCH + AFTER_SLASH) + AFTER_SLASH;
  return extra + most <= above ? null : extra + align(query, path, lower, from, positions);
}

/** Where the last name of a path begins, be it a file's or a folder's. */
function nameStart(path: string): number {
  return path.lastIndexOf('/', path.length - 2) + 1;
}

function nameBonus(query: string, lower: string, nameAt: number): number {
  if (!lower.startsWith(query, nameAt)) return 0;
  const next = lower[nameAt + query.length];
  return NAME_BEGINS + (next === undefined || next === '.' || next === '/' ? NAME_IS : 0);
}

function holds(lower: string, query: string, from: number): boolean {
  let at = from;
  for (let index = 0; index < query.length; index += 1) {
    at = lower.indexOf(query[index] ?? '', at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const bonuses = new Int32Array(MAX_PATH_CHARS);
const scores = new Int32Array(MAX_PATH_CHARS * MAX_QUERY_CHARS);
/** How many characters up to here stand together, the one here included; 0 where none fits. */
const runs = new Int32Array(MAX_PATH_CHARS * MAX_QUERY_CHARS);

/**
 * The best placing of the query in the path behind `from`: a row for each character of the query, a column for each of the
 * path. The tables are kept between calls, since there may be a hundred thousand of them for one key.
 */
function align(query: string, path: string, lower: string, from: number, positions?: number[]): number {
  const width = path.length - from;
  for (let column = 0; column < width; column += 1) bonuses[column] = bonusAt(path, from + column);
  for (let row = 0; row < query.length; row += 1) alignRow(query.charCodeAt(row), row, lower, from, width);
  const last = (query.length - 1) * width;
  let end = 0;
  for (let column = 1; column < width; column += 1)
    if (at(scores, last + column) > at(scores, last + end) && at(runs, last + column) > 0) end = column;
  if (positions !== undefined) traceBack(query.length, width, end, from, positions);
  return at(scores, last + end);
}

function alignRow(code: number, row: number, lower: string, from: number, width: number): void {
  let gap = NONE;
  let gapBegins = false;
  for (let column = 0; column < width; column += 1) {
    const cell = row * width + column;
    gap = column === 0 ? NONE : gap + (gapBegins ? GAP_START : GAP_MORE);
    gapBegins = false;
    runs[cell] = 0;
    let score = NONE;
    if (lower.charCodeAt(from + column) === code) {
      const isFirst = row === 0;
      const before = isFirst ? 0 : column === 0 ? NONE : at(scores, cell - width - 1);
      const run = isFirst || column === 0 ? 0 : at(runs, cell - width - 1);
      const bonus = at(bonuses, column);
      score = before + MATCH + Math.max(bonus, run > 0 ? TOGETHER : 0) + (isFirst ? bonus : 0);
      if (score > NONE / 2) runs[cell] = run + 1;
    }
    if (score >= gap && at(runs, cell) > 0) {
      gap = score;
      gapBegins = true;
    } else runs[cell] = 0;
    scores[cell] = gap;
  }
}

/** From the end of the last row up: a gap is passed over to the left, a character that fits leads to the row above. */
function traceBack(rows: number, width: number, end: number, from: number, positions: number[]): void {
  let column = end;
  for (let row = rows - 1; row >= 0; row -= 1) {
    while (column > 0 && at(runs, row * width + column) === 0) column -= 1;
    positions.unshift(from + column);
    column -= 1;
  }
}

function bonusAt(path: string, index: number): number {
  if (index === 0) return AFTER_SLASH;
  const before = path.charCodeAt(index - 1);
  if (before === 47) return AFTER_SLASH;
  if (before === 45 || before === 95 || before === 46 || before === 32) return AFTER_SEPARATOR;
  const isUpper = isUpperCase(path.charCodeAt(index));
  return isUpper && !isUpperCase(before) ? CAMEL_HUMP : 0;
}

function isUpperCase(code: number): boolean {
  return code >= 65 && code <= 90;
}

function at(table: Int32Array, index: number): number {
  return table[index] ?? NONE;
}
