import type { Entry, SessionState } from '../../core/state/session-state.ts';
import { type Block, type ThoughtBlock, type ToolBlock, toolBlock } from './block.ts';
import { settlePieces } from './markdown/settle-tail.ts';
import { type SplitState, splitMessage, UNSPLIT } from './markdown/split-message.ts';

type Sources = Pick<SessionState, 'terminals' | 'cwd'>;
type MessageEntry = Extract<Entry, { kind: 'message' }>;

/** All blocks of a group, however far it is. */
export function groupBlocks(group: Group, state: Sources, from: SplitState = UNSPLIT): Block[] {
  const { entry } = group;
  if (entry.kind === 'tool') return groupCard(group, state, entry.call.parentId !== undefined);
  if (entry.kind !== 'message') return [entry];
  return entry.role === 'thought' ? [thoughtBlock(entry)] : messageBlocks(entry, from, true).blocks;
}

/** The finished blocks of a message from where it was split last; with `done` all of them. */
export function messageBlocks(
  { text, role, done: isWhole }: MessageEntry,
  from: SplitState,
  done: boolean,
): { blocks: Block[]; next: SplitState } {
  const { pieces, next } = splitMessage(text, from, done);
  const drawn = done && !isWhole ? settlePieces(pieces) : pieces;
  const blocks = drawn.map((piece, index): Block => {
    const first = index === 0 && from.offset === 0;
    return { kind: 'message', role, piece, first };
  });
  return { blocks, next };
}

function thoughtBlock({ text, done, time }: MessageEntry): ThoughtBlock {
  return { kind: 'thought', text, done, tookMs: time === undefined ? null : time.until - time.from };
}

function groupCard({ entry, children }: Group, state: Sources, isOrphan: boolean): ToolBlock[] {
  if (entry.kind !== 'tool') return [];
  const within = children.flatMap((child) => groupCard(child, state, false));
  return [toolBlock(entry.call, state, within, isOrphan)];
}

/** An entry, with the calls of the sub-agent that works for it. */
export interface Group {
  readonly entry: Entry;
  readonly children: readonly Group[];
}

interface OpenGroup extends Group {
  readonly children: OpenGroup[];
}

/** Entries in their order, the calls of sub-agents within the call that they were made for, where that is among these. */
export function groupEntries(entries: Iterable<Entry>): Group[] {
  const groups: OpenGroup[] = [];
  const calls = new Map<string, OpenGroup>();
  for (const entry of entries) {
    const group: OpenGroup = { entry, children: [] };
    const parent = entry.kind === 'tool' ? calls.get(entry.call.parentId ?? '') : undefined;
    (parent?.children ?? groups).push(group);
    if (entry.kind === 'tool') calls.set(entry.call.id, group);
  }
  return groups;
}

/** Whether nothing in it will change any more. */
export function isFinished({ entry, children }: Group): boolean {
  return entry.done && children.every(isFinished);
}

/** The ids of all its entries. */
export function entryIds({ entry, children }: Group): string[] {
  return [entry.id, ...children.flatMap(entryIds)];
}
