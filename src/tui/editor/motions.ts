import type { Range } from '../draw/line.ts';
import { edgeFrom, edgeUpTo, nextEdge, previousEdge } from './grapheme-edges.ts';

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

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
  return Array.from(SEGMENTER.segment(run), ({ segment, index }) => ({
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
