import type { Entry, SessionState } from '../../core/session-state.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { type SplitState, splitMessage, UNSPLIT } from '../markdown/split-message.ts';
import { GLYPHS } from '../theme.ts';
import { type Block, blockOf, type Item, needsGap } from './block.ts';

/** The session as it is drawn: what has been printed for good, and what may still change. */
export interface Transcript {
  /** Only ever grows; an item once in it never changes. */
  readonly printed: readonly Item[];
  readonly live: readonly Item[];
  /** How many of the session's entries are printed whole, and the last of them. */
  readonly done: { readonly count: number; readonly lastId: string | null };
  /** How far the entry behind those has been printed. */
  readonly split: SplitState;
}

/** Of a conversation that was there before, no more than this is printed again. */
const MAX_EARLIER_ENTRIES = 100;

export const EMPTY_TRANSCRIPT: Transcript = {
  printed: [],
  live: [],
  done: { count: 0, lastId: null },
  split: UNSPLIT,
};

/** Prints the header; of a long conversation that is taken up again, the beginning is left out. */
export function beginTranscript(
  transcript: Transcript,
  entries: readonly Entry[],
  header: readonly Line[],
): Transcript {
  const begun = printLines(transcript, header);
  const count = entries.length - MAX_EARLIER_ENTRIES;
  if (count <= 0) return begun;
  const left = line(span(`${GLYPHS.more} ${count} earlier entries`, 'dim'));
  return { ...printLines(begun, [left]), done: { count, lastId: entries[count - 1]?.id ?? null } };
}

type MessageEntry = Extract<Entry, { kind: 'message' }>;

/** Prints what has been finished since the last time. Pure; the printed items keep their identity when nothing was. */
export function advanceTranscript(transcript: Transcript, state: SessionState): Transcript {
  const { entries } = state;
  const printed = [...transcript.printed];
  const resumed = isSameConversation(transcript, entries);
  let count = resumed ? transcript.done.count : 0;
  let split = resumed ? transcript.split : UNSPLIT;
  for (const entry of entries.slice(count)) {
    if (entry.kind === 'message') {
      const taken = messageBlocks(entry, split, entry.done);
      append(printed, entry.id, taken.blocks);
      split = taken.next;
    } else if (entry.done) append(printed, entry.id, [blockOf(entry, state)]);
    if (!entry.done) break;
    count += 1;
    split = UNSPLIT;
  }
  return {
    printed: printed.length === transcript.printed.length ? transcript.printed : printed,
    live: liveItems(printed, state, count, split),
    done: { count, lastId: entries[count - 1]?.id ?? null },
    split,
  };
}

/** Prints lines that the user asked for, whatever the session does. */
export function printLines(transcript: Transcript, lines: readonly Line[]): Transcript {
  const printed = [...transcript.printed];
  append(printed, 'asked', [{ kind: 'lines', lines }]);
  return { ...transcript, printed };
}

/** The entries that were printed are still those at the beginning of the session. */
function isSameConversation({ done }: Transcript, entries: readonly Entry[]): boolean {
  return done.count === 0 || entries[done.count - 1]?.id === done.lastId;
}

function liveItems(printed: readonly Item[], state: SessionState, count: number, split: SplitState): Item[] {
  const live = printed.slice(-1);
  for (const [index, entry] of state.entries.slice(count).entries()) {
    const blocks =
      entry.kind === 'message'
        ? messageBlocks(entry, index === 0 ? split : UNSPLIT, true).blocks
        : [blockOf(entry, state)];
    append(live, entry.id, blocks);
  }
  return live.slice(printed.length === 0 ? 0 : 1);
}

function messageBlocks(
  entry: MessageEntry,
  from: SplitState,
  done: boolean,
): { blocks: Block[]; next: SplitState } {
  const { pieces, next } = splitMessage(entry.text, from, done);
  const blocks = pieces.map((piece, index): Block => {
    const first = index === 0 && from.offset === 0;
    return { kind: 'message', role: entry.role, piece, first };
  });
  return { blocks, next };
}

function append(items: Item[], id: string, blocks: readonly Block[]): void {
  for (const block of blocks) {
    const before = items.at(-1)?.block ?? null;
    items.push({ id: `${id}/${items.length}`, gap: needsGap(before, block), block });
  }
}
