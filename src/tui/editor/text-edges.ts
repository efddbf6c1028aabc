import type { Range } from '../draw/line.ts';

/*
 * Where one character as a person sees it ends and the next begins, found by looking at the text around an offset only: a
 * draft of a megabyte must not be cut into characters for every key.
 */

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Between any two of these there is always an edge. */
const PLAIN = /^[ -~À-ɏΑ-ҁҊ-ԯא-תء-يぁ-ゖァ-ヺ一-鿿가-힣]$/;
/** How far back an edge that is sure is looked for, before the start of the line is taken. */
const FAR = 4000;
/** More than the longest characters there are in practice. */
const AHEAD = 64;

/** The edge before this one; 0 at the start. */
export function previousEdge(text: string, edge: number): number {
  if (edge <= 0) return 0;
  const start = sureEdge(text, edge - 1);
  let last = start;
  for (const { index } of SEGMENTER.segment(text.slice(start, edge))) last = start + index;
  return last;
}

/** The edge behind this one; the end of the text at the end. */
export function nextEdge(text: string, edge: number): number {
  for (let ahead = AHEAD; ; ahead *= 2) {
    const [first] = SEGMENTER.segment(text.slice(edge, edge + ahead));
    const end = edge + (first?.segment.length ?? 0);
    if (end < edge + ahead || end >= text.length) return end;
  }
}

/** The nearest edge at or behind `offset`. */
export function edgeFrom(text: string, offset: number): number {
  if (isSure(text, offset)) return Math.max(0, Math.min(offset, text.length));
  let edge = sureEdge(text, offset);
  while (edge < offset) edge = nextEdge(text, edge);
  return edge;
}

/** The nearest edge at or before `offset`. */
export function edgeUpTo(text: string, offset: number): number {
  const edge = edgeFrom(text, offset);
  return edge > offset ? previousEdge(text, edge) : edge;
}

function isSure(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true;
  if (text[offset] === '\n' || text[offset - 1] === '\n') return true;
  return PLAIN.test(text[offset] ?? '') && PLAIN.test(text[offset - 1] ?? '');
}

/** An edge at or before `offset` that can be told from the characters beside it. */
function sureEdge(text: string, offset: number): number {
  for (let at = offset; at > offset - FAR; at -= 1) if (isSure(text, at)) return Math.max(0, at);
  return text.lastIndexOf('\n', offset - FAR) + 1;
}

const WORD_SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Letters and digits, with what may stand within a word; a paste is a word of its own. */
const WORDS = /[\u{100000}-\u{10ffff}]|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_\u200c\u200d]*/gu;
/** Written without blanks between the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** How much of the text before the cursor is looked at first, and of what is written without blanks at all. */
const NEAR = 256;

/** The rest of the word at `from`, or the first word behind it; null when there is none. */
export function nextWord(text: string, from: number): Range | null {
  WORDS.lastIndex = from;
  const found = WORDS.exec(text);
  if (found === null) return null;
  const [run] = found;
  const length = UNSPACED.test(run) ? split(run.slice(0, NEAR))[0]?.end : run.length;
  return snapped(text, found.index, found.index + (length ?? run.length));
}

/** The part of the word before `to`, or the last word before it; null when there is none. */
export function previousWord(text: string, to: number): Range | null {
  for (let near = NEAR; ; near *= 4) {
    const start = edgeUpTo(text, Math.max(0, to - near));
    // A search through all begins where the one before it ended.
    WORDS.lastIndex = 0;
    const last = [...text.slice(start, to).matchAll(WORDS)].at(-1);
    // A word that begins where the look does may have begun before.
    const isCut = last === undefined || (last.index === 0 && !UNSPACED.test(last[0]));
    if (start > 0 && isCut) continue;
    if (last === undefined) return null;
    const offset = start + last.index;
    const part = split(last[0]).at(-1);
    return snapped(text, offset + (part?.start ?? 0), offset + last[0].length);
  }
}

/** The words of a run of letters: one, unless it is written without blanks. */
function split(run: string): Range[] {
  if (!UNSPACED.test(run)) return [{ start: 0, end: run.length }];
  return Array.from(WORD_SEGMENTER.segment(run), ({ segment, index }) => ({
    start: index,
    end: index + segment.length,
  }));
}

function snapped(text: string, start: number, end: number): Range {
  return { start: edgeUpTo(text, start), end: edgeFrom(text, end) };
}

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

/** The offset the motion leads to from `cursor`. Both lie between characters as a person sees them. */
export function moveFrom(text: string, cursor: number, motion: Motion): number {
  switch (motion) {
    case 'left':
      return previousEdge(text, cursor);
    case 'right':
      return nextEdge(text, cursor);
    case 'word-left':
      return Math.min(cursor, previousWord(text, cursor)?.start ?? 0);
    case 'word-right':
      return Math.max(cursor, nextWord(text, cursor)?.end ?? text.length);
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

/** The start of the line that `offset` is in. */
export function lineStart(text: string, offset: number): number {
  return offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line that `offset` is in, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
