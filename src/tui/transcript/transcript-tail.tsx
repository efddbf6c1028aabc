import { Box } from 'ink';
import { type Line, wrapLines } from '../draw/line.ts';
import { Rows } from '../draw/rows.tsx';
import { useScreen } from '../draw/screen-context.ts';
import type { Row } from '../draw/span.ts';
import { useKeys } from '../keys/keys-context.ts';
import type { Block, BlockView, TranscriptItem } from './block.ts';
import { blockLines } from './block-lines.ts';
import { cardHead } from './tool-card.ts';

/** Of an unfinished paragraph no more than this is laid out; its beginning is out of sight anyway. */
const MAX_LIVE_CHARS = 16 * 1024;
/** It gives way before all else does. */
const SHRINKS_FIRST = 1_000_000;

interface TranscriptTailProps {
  /** What of the transcript may still change. */
  live: readonly TranscriptItem[];
  /** Epoch milliseconds. */
  now: number;
  /** The tool calls that wait for an answer, which show what they would do where they are asked about; the first is just now. */
  asked: readonly string[];
}

/** The end of what still changes, as much of it as there is room for. */
export function TranscriptTail({ live, now, asked }: TranscriptTailProps) {
  const { columns, height } = useScreen();
  const view = { now, keymap: useKeys() };
  const rows: Row[] = [];
  for (const { gap, block } of live.toReversed()) {
    if (rows.length >= height) break;
    const lines = tailLines(block, asked, columns, view);
    if (lines.length > 0) rows.unshift(...(gap ? [[]] : []), ...wrapLines(lines, columns));
  }
  return (
    <Box flexDirection="column" flexShrink={SHRINKS_FIRST} justifyContent="flex-end" overflowY="hidden">
      <Rows rows={rows.slice(-height)} />
    </Box>
  );
}

function tailLines(
  block: Block,
  asked: readonly string[],
  columns: number,
  view: BlockView,
): readonly Line[] {
  const place = block.kind === 'tool' ? asked.indexOf(block.call.id) : -1;
  // The question itself says all there is to say of it.
  if (place === 0) return [];
  return place > 0 && block.kind === 'tool'
    ? cardHead(block, view)
    : blockLines(shorten(block), columns, view);
}

function shorten(block: Block): Block {
  if (block.kind !== 'message' || block.piece.kind !== 'prose') return block;
  const { text } = block.piece;
  return text.length <= MAX_LIVE_CHARS
    ? block
    : { ...block, piece: { ...block.piece, text: text.slice(-MAX_LIVE_CHARS) } };
}
