import type { Entries, SessionState } from '../../core/state/session-state.ts';
import { type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { type Block, type TranscriptItem, toItems } from './block.ts';
import {
  entryIds,
  type Group,
  groupBlocks,
  groupEntries,
  isFinished,
  messageBlocks,
} from './group-blocks.ts';
import { type SplitState, UNSPLIT } from './markdown/split-message.ts';

/** The session as it is drawn: what is to be printed for good, and what may still change. */
export interface Transcript {
  /** What has been finished and not been taken to be printed yet. */
  readonly printed: readonly TranscriptItem[];
  readonly live: readonly TranscriptItem[];
  /** How many of the session's entries have been finished, from the first on, and the last of them. */
  readonly done: { readonly count: number; readonly lastId: string | null };
  /** Entries behind those that are finished as well: calls within a card. */
  readonly ahead: ReadonlySet<string>;
  /** How far the entry behind those of `done` has been finished. */
  readonly split: SplitState;
  /** What was finished last. */
  readonly last: Block | null;
  /** How many entries at the beginning of the session are left out. */
  readonly earlier: number;
}

/** Of a conversation that was there before, about so much is printed again: two screens, mostly. */
const RESUMED_ENTRIES = 50;

export const EMPTY_TRANSCRIPT: Transcript = {
  printed: [],
  live: [],
  done: { count: 0, lastId: null },
  ahead: new Set(),
  split: UNSPLIT,
  last: null,
  earlier: 0,
};

/** Prints the header; of a long conversation that is taken up again, the beginning is left out. */
export function beginTranscript(
  transcript: Transcript,
  entries: Entries,
  header: readonly Line[],
): Transcript {
  const begun = printLines(transcript, header);
  const count = firstResumed(entries);
  if (count === 0) return begun;
  const shown = `${count.toLocaleString('en-US')} earlier entries`;
  const left = line(span(`${GLYPHS.more} ${shown} · /history prints them`, 'dim'));
  return {
    ...printLines(begun, [left]),
    earlier: count,
    done: { count, lastId: entries.at(count - 1)?.id ?? null },
  };
}

/** The beginning of a turn, where one is near enough to the end. */
function firstResumed(entries: Entries): number {
  const from = entries.length - RESUMED_ENTRIES;
  if (from <= 0) return 0;
  const turn = entries.slice(from).findIndex(({ kind }) => kind === 'prompt');
  return from + Math.max(turn, 0);
}

/** Prints what has been finished since the last time. Pure; the printed items keep their identity when nothing was. */
export function advanceTranscript(transcript: Transcript, state: SessionState): Transcript {
  const begun = isSameConversation(transcript, state.entries) ? transcript : startAnew(transcript);
  const open = openGroups(begun, state.entries);
  const blocks: Block[] = [];
  const ids = new Set(begun.ahead);
  let split = begun.split;
  for (const group of open) {
    const taken = finishedBlocks(group, split, state);
    blocks.push(...taken.blocks);
    split = taken.next;
    if (!isFinished(group)) break;
    for (const id of entryIds(group)) ids.add(id);
  }
  const { done, ahead } = countFinished(begun.done.count, state.entries, ids);
  const printed = append(begun, blocks);
  return withLive(
    { ...printed, done, ahead, split },
    open.filter(({ entry }) => !ids.has(entry.id)),
    state,
  );
}

/** What changes is shown as it is now, and nothing is printed. */
export function holdTranscript(transcript: Transcript, state: SessionState): Transcript {
  return withLive(transcript, openGroups(transcript, state.entries), state);
}

/** Prints lines that the user asked for, whatever the session does. */
export function printLines(transcript: Transcript, lines: readonly Line[]): Transcript {
  return append(transcript, [{ kind: 'lines', lines }]);
}

/** Prints blocks behind what was printed last. */
export function append(transcript: Transcript, blocks: readonly Block[]): Transcript {
  const last = blocks.at(-1);
  if (last === undefined) return transcript;
  return { ...transcript, last, printed: [...transcript.printed, ...toItems(blocks, transcript.last)] };
}

/** What is to be printed now, and the transcript after that. */
export function takePrinted(transcript: Transcript): { items: readonly TranscriptItem[]; rest: Transcript } {
  return { items: transcript.printed, rest: { ...transcript, printed: [] } };
}

/** The entries that were printed are still those at the beginning of the session. */
function isSameConversation({ done }: Transcript, entries: Entries): boolean {
  return done.count === 0 || entries.at(done.count - 1)?.id === done.lastId;
}

function startAnew(transcript: Transcript): Transcript {
  return { ...EMPTY_TRANSCRIPT, printed: transcript.printed, last: transcript.last };
}

/** What is not finished, or was not when the transcript was advanced last. */
function openGroups({ done, ahead }: Transcript, entries: Entries): Group[] {
  return groupEntries(entries.slice(done.count).filter(({ id }) => !ahead.has(id)));
}

function finishedBlocks(
  group: Group,
  split: SplitState,
  state: SessionState,
): { blocks: readonly Block[]; next: SplitState } {
  const { entry } = group;
  if (entry.kind === 'message' && entry.role !== 'thought') {
    const taken = messageBlocks(entry, split, entry.done);
    return entry.done ? { blocks: taken.blocks, next: UNSPLIT } : taken;
  }
  return { blocks: isFinished(group) ? groupBlocks(group, state) : [], next: UNSPLIT };
}

function countFinished(
  from: number,
  entries: Entries,
  ids: ReadonlySet<string>,
): Pick<Transcript, 'done' | 'ahead'> {
  let count = from;
  while (ids.has(entries.at(count)?.id ?? '')) count += 1;
  const passed = new Set(entries.slice(from, count).map(({ id }) => id));
  const ahead = new Set([...ids].filter((id) => !passed.has(id)));
  return { done: { count, lastId: (count === 0 ? null : entries.at(count - 1)?.id) ?? null }, ahead };
}

function withLive(transcript: Transcript, open: readonly Group[], state: SessionState): Transcript {
  const { split, last } = transcript;
  const blocks = open.flatMap((group, index) => groupBlocks(group, state, index === 0 ? split : UNSPLIT));
  return { ...transcript, live: toItems(blocks, last) };
}
