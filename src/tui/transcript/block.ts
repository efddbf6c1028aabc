import type { MessageRole, NoticeLevel, StopReason, TurnError } from '../../core/events.ts';
import type { Entry, SessionState, TerminalState } from '../../core/session-state.ts';
import type { ToolCall } from '../../core/tool-call.ts';
import type { Line } from '../draw/line.ts';
import type { Piece } from '../markdown/split-message.ts';

/** What the transcript is made of: an entry of the session or a part of one, or something printed on request. */
export type Block =
  | { kind: 'prompt'; text: string }
  | { kind: 'message'; role: MessageRole; piece: Piece; first: boolean }
  | { kind: 'tool'; call: ToolCall; terminals: readonly TerminalState[] }
  | { kind: 'notice'; level: NoticeLevel; source: string; text: string }
  | { kind: 'turn_end'; stopReason: StopReason; durationMs: number; error?: TurnError }
  | { kind: 'lines'; lines: readonly Line[] };

/** A block with what tells it from all others, and whether an empty row stands above it. */
export interface Item {
  readonly id: string;
  readonly gap: boolean;
  readonly block: Block;
}

/** The block of an entry that is not split. */
export function blockOf(entry: Exclude<Entry, { kind: 'message' }>, state: SessionState): Block {
  return entry.kind === 'tool' ? toolBlock(entry.call, state) : entry;
}

export function toolBlock(call: ToolCall, state: SessionState): Extract<Block, { kind: 'tool' }> {
  const terminals = call.content.flatMap((content) =>
    content.type === 'terminal' ? (state.terminals[content.terminalId] ?? []) : [],
  );
  return { kind: 'tool', call, terminals };
}

/** Whether an empty row stands between two blocks: tools stand close to each other and to what led to them. */
export function needsGap(before: Block | null, block: Block): boolean {
  if (before === null) return false;
  if (block.kind === 'message' && !block.first)
    return block.piece.kind === 'prose' || block.piece.opening !== null;
  if (block.kind === 'tool') return before.kind !== 'tool' && before.kind !== 'message';
  if (block.kind === 'notice') return before.kind !== 'notice';
  return true;
}
