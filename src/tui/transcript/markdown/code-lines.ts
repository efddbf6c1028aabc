import { type Line, verbatimLine } from '../../draw/line.ts';
import { type Row, span } from '../../draw/span.ts';
import {
  beginHighlight,
  type HighlightState,
  highlightLines,
  highlightMore,
  loadedTokenizer,
} from '../highlight/highlight-lines.ts';
import { languageOfFence } from '../highlight/language-of.ts';
import type { CodePiece } from './split-message.ts';

/** A piece's lines with their colours, and where the piece behind it goes on. */
interface Highlighted {
  rows: readonly Row[];
  next: HighlightState;
}

/** Every piece is highlighted once, from where the one before it ended. */
const known = new WeakMap<CodePiece, Highlighted>();

/** What of a fence a piece has. Nothing stands before a line, and each stays one, so that code can be copied. */
export function codeLines(piece: CodePiece): Line[] {
  return fenceLines(piece.opening, highlightPiece(piece).rows, piece.closing);
}

/** A whole fence within other blocks. */
export function fencedLines(code: string, opening: string): Line[] {
  // Before a blank line at its end the lexer leaves the line break that belongs to the fence.
  return fenceLines(
    opening,
    highlightLines(code.replace(/\n$/, '').split('\n'), languageOfFence(opening)),
    '```',
  );
}

/** Code that is only indented. */
export function indentedLines(code: string): Line[] {
  return code
    .trimEnd()
    .split('\n')
    .map((text) => verbatimLine(span(text)));
}

function fenceLines(opening: string | null, rows: readonly Row[], closing: string | null): Line[] {
  const fence = (text: string | null) => (text === null ? [] : [verbatimLine(span(text, 'dim'))]);
  return [...fence(opening), ...rows.map((row) => verbatimLine(...row)), ...fence(closing)];
}

function highlightPiece(piece: CodePiece): Highlighted {
  // Plain until the grammars are there, and not remembered so.
  if (loadedTokenizer() === null) return highlightMore(piece.lines, beginHighlight(null));
  const missing = [piece];
  let before = piece.before;
  for (; before !== null && !known.has(before); before = before.before) missing.push(before);
  let done = before === null ? undefined : known.get(before);
  for (const each of missing.toReversed()) {
    done = highlightMore(each.lines, done?.next ?? beginHighlight(each.language));
    known.set(each, done);
  }
  return done ?? { rows: [], next: beginHighlight(null) };
}
