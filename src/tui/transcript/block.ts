import type { MessageRole, NoticeLevel, PlanEntry, StopReason, TurnError } from '../../core/state/events.ts';
import type { SessionState, TerminalState } from '../../core/state/session-state.ts';
import type { ToolCall } from '../../core/tool-call.ts';
import type { Line } from '../draw/line.ts';
import type { KeyLabels } from '../keys/hints-row.ts';
import type { Piece } from './markdown/split-message.ts';

/** What the transcript is made of: an entry of the session or a part of one, or something printed on request. */
export type Block =
  | { kind: 'prompt'; text: string }
  | { kind: 'message'; role: MessageRole; piece: Piece; first: boolean }
  | ThoughtBlock
  | ToolBlock
  | { kind: 'notice'; level: NoticeLevel; source: string; text: string }
  | {
      kind: 'turn_end';
      stopReason: StopReason;
      durationMs: number;
      error?: TurnError;
      plan?: readonly PlanEntry[];
    }
  | { kind: 'lines'; lines: readonly Line[] };

/** What an agent has thought, in one piece. */
export interface ThoughtBlock {
  readonly kind: 'thought';
  readonly text: string;
  /** How long it took; null while it goes on, or where nobody knows. */
  readonly tookMs: number | null;
  readonly done: boolean;
}

export interface ToolBlock {
  readonly kind: 'tool';
  readonly call: ToolCall;
  readonly terminals: readonly TerminalState[];
  /** The session's working directory, from which paths are short. */
  readonly cwd: string;
  /** What a sub-agent has called for it. */
  readonly children: readonly ToolBlock[];
  /** It belongs to a call whose card it does not stand in. */
  readonly isOrphan: boolean;
}

/** A block, and whether an empty row stands above it. */
export interface TranscriptItem {
  readonly gap: boolean;
  readonly block: Block;
}

/** What a card needs besides the call. */
export function toolBlock(
  call: ToolCall,
  { terminals, cwd }: Pick<SessionState, 'terminals' | 'cwd'>,
  children: readonly ToolBlock[] = [],
  isOrphan = false,
): ToolBlock {
  const own = call.content.flatMap((content) =>
    content.type === 'terminal' ? (terminals.last(content.terminalId) ?? []) : [],
  );
  return { kind: 'tool', call, terminals: own, cwd, children, isOrphan };
}

/** Puts blocks behind what stands above them: tools stand close to each other and to what led to them. */
export function toItems(blocks: readonly Block[], above: Block | null): TranscriptItem[] {
  return blocks.map((block, index) => ({ gap: needsGap(blocks[index - 1] ?? above, block), block }));
}

function needsGap(before: Block | null, block: Block): boolean {
  if (before === null) return false;
  if (block.kind === 'message' && !block.first) return isSpaced(block.piece);
  if (block.kind === 'tool' || block.kind === 'thought')
    return before.kind !== 'tool' && before.kind !== 'message' && before.kind !== 'thought';
  if (block.kind === 'notice') return before.kind !== 'notice';
  return true;
}

/** Whether a blank line stands above a piece of a message: not within code, and within a list where one was written. */
function isSpaced(piece: Piece): boolean {
  return piece.kind === 'prose' ? (piece.list?.spaced ?? true) : piece.opening !== null;
}

/** How a block is looked at. */
export interface BlockView {
  /** Epoch milliseconds, for clocks that still run. */
  now: number;
  /** Nothing is folded or left out. */
  whole?: boolean;
  /** The keys that it names. */
  keymap: KeyLabels;
}
