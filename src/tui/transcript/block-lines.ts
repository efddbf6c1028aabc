import { cleanText } from '../../core/text/clean-text.ts';
import type { NoticeLevel, PlanEntry } from '../../core/state/events.ts';
import { BLANK, indentLines, type Line, line, textLines } from '../draw/line.ts';
import { type Row, rowText, span } from '../draw/span.ts';
import { codeLines } from './markdown/code-lines.ts';
import { planRows } from './plan-rows.ts';
import { markdownLines } from './markdown/markdown-lines.ts';
import type { Piece } from './markdown/split-message.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import type { Block } from './block.ts';
import type { BlockView } from './block-view.ts';
import { progressLines } from './progress-lines.ts';
import { thoughtLines } from './thought-lines.ts';
import { toolLines } from './tool-lines.ts';
import { turnEndLines } from './turn-end-lines.ts';

const PROMPT_LINES = 20;
const PROMPT_MARK = [span(`${GLYPHS.prompt} `, 'accent', 'strong')];

/** A block as lines to draw. */
export function blockLines(block: Block, columns: number, view: BlockView): readonly Line[] {
  switch (block.kind) {
    case 'prompt':
      return promptLines(block.text, view.whole);
    case 'message':
      return messageLines(block, columns);
    case 'thought':
      return thoughtLines(block, columns, view);
    case 'tool':
      return [...toolLines(block, view), ...progressLines(block, columns)];
    case 'notice':
      return noticeLines(block);
    case 'turn_end':
      return [...planLines(block.plan ?? [], columns), ...turnEndLines(block)];
    case 'lines':
      return block.lines;
  }
}

/** A prompt as it was sent; of a long one the beginning. */
function promptLines(text: string, whole = false, mark: Row = PROMPT_MARK): Line[] {
  const all = cleanText(text).trimEnd().split('\n');
  const shown = all.slice(0, whole ? all.length : PROMPT_LINES).map((part) => line(span(part, 'prompt')));
  const left = all.length - shown.length;
  if (left > 0) shown.push(line(span(`${GLYPHS.more} ${left} more lines`, 'dim')));
  return indentLines(shown, mark);
}

type MessageBlock = Extract<Block, { kind: 'message' }>;

function messageLines({ role, piece, first }: MessageBlock, columns: number): Line[] {
  if (role === 'user') return promptLines(pieceText(piece), false, first ? PROMPT_MARK : [span('  ')]);
  if (!first) return pieceLines(piece, columns);
  const mark = `${GLYPHS.agent} `;
  return behindMark(pieceLines(piece, columns - mark.length), [span(mark, 'accent')]);
}

/** Puts a mark before the first line only; what is to be copied gets it on a line of its own. */
function behindMark(lines: readonly Line[], mark: Row): Line[] {
  const [first = BLANK, ...rest] = lines;
  if (first.verbatim) return [line(...mark), ...lines];
  return [{ ...first, head: [...mark, ...first.head] }, ...rest];
}

function pieceLines(piece: Piece, columns: number): Line[] {
  return piece.kind === 'prose' ? markdownLines(piece.text, columns, piece.list?.number) : codeLines(piece);
}

function pieceText(piece: Piece): string {
  if (piece.kind === 'prose') return piece.text;
  return [piece.opening, ...piece.lines, piece.closing].filter((part) => part !== null).join('\n');
}

/** The plan as it was when its turn ended. */
function planLines(plan: readonly PlanEntry[], columns: number): Line[] {
  return planRows(plan, false, columns, Number.POSITIVE_INFINITY).map((row) => line(...row));
}

const LEVELS: Readonly<Record<NoticeLevel, { glyph: string; style: Style }>> = {
  info: { glyph: GLYPHS.info, style: 'dim' },
  warn: { glyph: GLYPHS.warning, style: 'warning' },
  error: { glyph: GLYPHS.failed, style: 'bad' },
};

function noticeLines({ level, source, text }: Extract<Block, { kind: 'notice' }>): Line[] {
  const { glyph, style } = LEVELS[level];
  const named = source === '' ? text : `${source}: ${text.replace(`server ${source} `, 'it ')}`;
  const lines = textLines(cleanText(named), style).map((current) =>
    isAddress(rowText(current.spans)) ? { ...current, verbatim: true } : current,
  );
  return indentLines(lines, [span(`${glyph} `, style)]);
}

/** A line that is there to be copied. */
function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}
