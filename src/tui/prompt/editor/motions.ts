import { nextEdge, previousEdge } from './grapheme-edges.ts';
import { nextWord, previousWord } from './words.ts';

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
