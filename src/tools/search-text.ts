import { SimseError } from '../core/errors.ts';
import { runTimeBoxed } from '../platform/time-box.ts';

/** Of a line, as much as is worth reading. */
const EXCERPT_CHARS = 300;
const CHARS_BEFORE_MATCH = 80;
const SEARCH_LIMIT_MS = 1000;

export interface LineMatch {
  /** 1-based. */
  line: number;
  /** It does not match itself, but stands near one that does. */
  isContext?: true;
  /** The line, or the part of it around the first match when it is very long. */
  text: string;
}

/**
 * The matching lines of each text, with so many `around` each. Throws `limit` when the expression takes too long to be any
 * use; watching for that costs as much as a small file, so it is done for many texts at once.
 */
export function searchTexts(texts: readonly string[], regex: RegExp, around = 0): LineMatch[][] {
  try {
    return runTimeBoxed(() => texts.map((text) => matchLines(text, regex, around)), SEARCH_LIMIT_MS);
  } catch (cause) {
    throw new SimseError('limit', `the pattern /${regex.source}/ takes too long to match`, {
      hint: 'Avoid repetitions inside repetitions, as in (a+)+.',
      cause,
    });
  }
}

function matchLines(text: string, regex: RegExp, around: number): LineMatch[] {
  const lines = text.split(/\r?\n/);
  // A line break ends the last line, it does not begin another.
  if (lines.at(-1) === '') lines.pop();
  const places = lines.map((line) => line.search(regex));
  return lines.flatMap((line, index) => {
    const at = places[index] ?? -1;
    const found = { line: index + 1, text: excerpt(line, Math.max(at, 0)) };
    if (at >= 0) return [found];
    const isNear = around > 0 && places.slice(Math.max(0, index - around), index + around + 1).some(isPlace);
    return isNear ? [{ ...found, isContext: true as const }] : [];
  });
}

function isPlace(at: number): boolean {
  return at >= 0;
}

function excerpt(line: string, matchAt: number): string {
  if (line.length <= EXCERPT_CHARS) return line;
  const start = Math.max(0, Math.min(matchAt - CHARS_BEFORE_MATCH, line.length - EXCERPT_CHARS));
  const end = start + EXCERPT_CHARS;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

interface TextPattern {
  regex: RegExp;
  /** Why the pattern was taken as plain text, when it is not a regular expression. */
  note: string | null;
}

/** As other programs have it, and a JavaScript expression has not. */
const IGNORE_CASE = /^\(\?i\)/;

/**
 * A search pattern: a JavaScript regular expression, which may begin with `(?i)`, or plain text when it is not a valid one.
 */
export function compilePattern(given: string, isCaseIgnored = false): TextPattern {
  const pattern = given.replace(IGNORE_CASE, '');
  const flags = isCaseIgnored || pattern !== given ? 'i' : '';
  try {
    return { regex: new RegExp(pattern, flags), note: null };
  } catch {
    // Not a regular expression: a search for `foo(` means just that.
    const literal = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), flags);
    return {
      regex: literal,
      note: 'This is not a valid regular expression, so it was searched for as plain text.',
    };
  }
}
