import { Box } from 'ink';
import type { PermissionQuestion } from '../../core/gate/gate-request.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { type Line, wrapLines } from '../draw/line.ts';
import { Rows, useScreen } from '../draw/rows.tsx';
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
  session: SessionState;
}

/** The end of what still changes, as much of it as there is room for. */
export function TranscriptTail({ live, now, session }: TranscriptTailProps) {
  const { columns, height } = useScreen();
  const asked = askedCalls(session);
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
  // What they would do is shown where they are asked about, and of the question in front that is all there is to say.
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

/** The tool calls that wait for an answer; of the question in front, which stands alone for its call, the first. */
function askedCalls({ questions, entries }: SessionState): readonly string[] {
  return questions.map((question) => question.toolCallId ?? editCallOf(question, entries) ?? '');
}

/** The call that shows the same change: an agent that has a file written does not say for which call. */
function editCallOf({ request }: PermissionQuestion, entries: SessionState['entries']): string | undefined {
  if (request.kind !== 'edit') return undefined;
  const { given, real } = request.path;
  const open = entries.openIndexes().map((index) => entries.at(index));
  const entry = open.findLast(
    (candidate) =>
      candidate?.kind === 'tool' &&
      candidate.call.content.some(
        (part) => part.type === 'diff' && (part.path === given || part.path === real),
      ),
  );
  return entry?.kind === 'tool' ? entry.call.id : undefined;
}
