import { wrapLines } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import { blockLines } from '../transcript/block-lines.ts';
import type { Block, Item } from '../transcript/block.ts';

/** Of an unfinished paragraph no more than this is laid out; its beginning is out of sight anyway. */
const MAX_LIVE_CHARS = 16 * 1024;

/** The last rows of what still changes, at most `height`. */
export function tailRows(live: readonly Item[], columns: number, height: number, now: number): Row[] {
  const rows: Row[] = [];
  for (const { gap, block } of live.toReversed()) {
    if (rows.length >= height) break;
    const lines = blockLines(shorten(block), columns, now);
    if (lines.length > 0) rows.unshift(...(gap ? [[]] : []), ...wrapLines(lines, columns));
  }
  return height < 1 ? [] : rows.slice(-height);
}

function shorten(block: Block): Block {
  if (block.kind !== 'message' || block.piece.kind !== 'prose') return block;
  const { text } = block.piece;
  return text.length <= MAX_LIVE_CHARS
    ? block
    : { ...block, piece: { kind: 'prose', text: text.slice(-MAX_LIVE_CHARS) } };
}
