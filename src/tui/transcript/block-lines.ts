import type { NoticeLevel, PlanEntry } from '../../core/state/events.ts';
import { cleanText } from '../../core/text/clean-text.ts';
import { formatDuration } from '../../core/text/quantities.ts';
import { BLANK, fitRow, indentLines, type Line, line, textLines, wrapLines } from '../draw/line.ts';
import { type Row, restyle, rowText, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { keyHint } from '../keys/hints-row.ts';
import type { Block, BlockView, ThoughtBlock } from './block.ts';
import { codeLines } from './markdown/code-lines.ts';
import { markdownLines } from './markdown/markdown-lines.ts';
import type { Piece } from './markdown/split-message.ts';
import { planEntry, planTitle } from './plan-spans.ts';
import { cardLines, progressLines } from './tool-card.ts';

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
      return [...cardLines(block, view), ...progressLines(block, columns)];
    case 'notice':
      return noticeLines(block);
    case 'turn_end':
      return [...planLines(block.plan ?? [], columns), ...turnEndLines(block)];
    case 'lines':
      return block.lines;
  }
}

const PROMPT_LINES = 20;

const PROMPT_MARK = [span(`${GLYPHS.prompt} `, 'accent', 'strong')];

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

/** Of a thought that goes on. */
const LIVE_ROWS = 4;

/** What can stand in so many rows, at most. */
const LIVE_CHARS = 2000;

/** A thought that is no longer than this is not worth folding. */
const SHORT_CHARS = 100;

/** A thought: its last rows while it goes on, that there was one when it is done, all of it where it is asked for. */
function thoughtLines(block: ThoughtBlock, columns: number, { whole, keymap }: BlockView): Line[] {
  const text = cleanText(block.text).trim();
  const isShort = text.length <= SHORT_CHARS && !text.includes('\n');
  const mark = span(`${GLYPHS.thought} `, 'dim');
  if (whole === true || (block.done && isShort))
    return indentLines(faint(markdownLines(text, columns - 2)), [mark]);
  if (block.done) {
    const summary = [`Thought${duration(block)}`, ...keyHint(keymap, 'show-output', 'to show it')].join(
      ' · ',
    );
    return [line(mark, span(summary, 'dim'))];
  }
  const rows = wrapLines(faint(markdownLines(text.slice(-LIVE_CHARS), columns - 2)), columns - 2);
  return indentLines(
    rows
      .filter((row) => rowText(row).trim() !== '')
      .slice(-LIVE_ROWS)
      .map((row) => line(...row)),
    [mark],
  );
}

function duration({ tookMs }: ThoughtBlock): string {
  return tookMs === null || tookMs === 0 ? '' : ` for ${formatDuration(tookMs)}`;
}

function faint(lines: readonly Line[]): Line[] {
  return lines.map((current) => ({ ...current, spans: restyle(current.spans, 'dim', 'emphasis') }));
}

const REASONS: Readonly<Record<string, string>> = {
  max_tokens: 'The answer reached the model’s length limit.',
  max_turn_requests: 'The agent reached its limit of requests for one turn.',
  refusal: 'The agent refused to continue.',
};

/**
 * How a turn ended, where that has to be said: nothing for an answer that simply came to its end, nor for one that has
 * itself told of the tool that failed.
 */
function turnEndLines({ stopReason, durationMs, error }: Extract<Block, { kind: 'turn_end' }>): Line[] {
  if (error !== undefined && error.code !== 'tool_failed') {
    const hint = error.hint === undefined ? [] : textLines(cleanText(error.hint), 'dim');
    return indentLines(
      [...textLines(cleanText(error.message), 'bad'), ...hint],
      [span(`${GLYPHS.failed} `, 'bad')],
    );
  }
  if (stopReason === 'end_turn') return [];
  if (stopReason === 'cancelled') return mark(`Interrupted after ${formatDuration(durationMs)}.`);
  return mark(REASONS[stopReason] ?? `The turn ended: ${stopReason}.`);
}

function mark(text: string): Line[] {
  return indentLines(textLines(cleanText(text), 'warning'), [span(`${GLYPHS.warning} `, 'warning')]);
}

/** The plan as it was when its turn ended. */
function planLines(plan: readonly PlanEntry[], columns: number): Line[] {
  if (plan.length === 0) return [];
  return [planTitle(plan), ...plan.map(planEntry)].map((row) => line(...fitRow(row, columns)));
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
