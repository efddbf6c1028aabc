import { type Line, wrapLines } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import { blockLines } from './block-lines.ts';
import type { KeyLabels } from '../keys/hints-row.ts';
import type { Block, TranscriptItem } from './block.ts';
import { cardHead } from './tool-card.ts';

/** Of an unfinished paragraph no more than this is laid out; its beginning is out of sight anyway. */
const MAX_LIVE_CHARS = 16 * 1024;

interface TailView {
  columns: number;
  height: number;
  /** Epoch milliseconds. */
  now: number;
  keymap: KeyLabels;
  /** The tool calls that wait for an answer, which show what they would do where they are asked about; the first is just now. */
  asked: readonly string[];
}

/** The last rows of what still changes, at most `height`. */
export function tailRows(live: readonly TranscriptItem[], view: TailView): Row[] {
  const { columns, height } = view;
  const rows: Row[] = [];
  for (const { gap, block } of live.toReversed()) {
    if (rows.length >= height) break;
    const lines = tailLines(block, view);
    if (lines.length > 0) rows.unshift(...(gap ? [[]] : []), ...wrapLines(lines, columns));
  }
  return height < 1 ? [] : rows.slice(-height);
}

function tailLines(block: Block, { columns, now, keymap, asked }: TailView): readonly Line[] {
  const place = block.kind === 'tool' ? asked.indexOf(block.call.id) : -1;
  // The question itself says all there is to say of it.
  if (place === 0) return [];
  return place > 0 && block.kind === 'tool'
    ? cardHead(block, { now, keymap })
    : blockLines(shorten(block), columns, { now, keymap });
}

function shorten(block: Block): Block {
  if (block.kind !== 'message' || block.piece.kind !== 'prose') return block;
  const { text } = block.piece;
  return text.length <= MAX_LIVE_CHARS
    ? block
    : { ...block, piece: { ...block.piece, text: text.slice(-MAX_LIVE_CHARS) } };
}
