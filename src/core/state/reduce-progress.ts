import { toolSpellings } from '../text/tool-names.ts';
import type { ToolCall } from '../tool-call.ts';
import type { StampedEvent } from './events.ts';
import { callKey, type Entries, runKey, type SessionState } from './session-state.ts';

type ProgressEvent = Extract<StampedEvent, { type: 'tool_progress' }>;
type RunEvent = Extract<StampedEvent, { type: 'tool_started' }>;

/** Shows on the card of a call how far it is. Without a card that is still open nothing changes. */
export function reduceProgress(state: SessionState, event: ProgressEvent): SessionState {
  const index = findCard(state.entries, event);
  const entry = state.entries.at(Math.max(index, 0));
  if (entry?.kind !== 'tool') return state;
  const { run, progress, total, message } = event;
  const shown = {
    run,
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
  return {
    ...state,
    entries: state.entries.with(index, { ...entry, call: { ...entry.call, progress: shown } }),
  };
}

/**
 * Notes on the card of a call what runs for it. Without the agent's own id that has to be certain: the card that says the
 * same arguments, or the only open one of that tool.
 */
export function reduceRun(state: SessionState, event: RunEvent): SessionState {
  const index = findRunningCard(state.entries, event);
  const entry = state.entries.at(Math.max(index, 0));
  if (entry?.kind !== 'tool') return state;
  const { tool, args, run } = event;
  return {
    ...state,
    entries: state.entries.with(index, { ...entry, call: { ...entry.call, ran: { tool, args, run } } }),
  };
}

interface Card {
  index: number;
  call: ToolCall;
}

function findRunningCard(entries: Entries, { tool, toolCallId, args }: RunEvent): number {
  if (toolCallId !== undefined) {
    const known = openCard(entries, entries.lastIndexOf(callKey(toolCallId)));
    return known?.call.ran === undefined ? (known?.index ?? -1) : -1;
  }
  const named = openCards(entries, tool).filter(({ call }) => call.ran === undefined);
  const same = named.find(({ call }) => JSON.stringify(call.input) === args);
  return (same ?? (named.length === 1 ? named[0] : undefined))?.index ?? -1;
}

/** The card with the agent's own id, else the last open one of that tool which shows no other call's progress. */
function findCard(entries: Entries, { tool, toolCallId, run }: ProgressEvent): number {
  const ofCall =
    toolCallId === undefined ? null : openCard(entries, entries.lastIndexOf(callKey(toolCallId)));
  const ofRun = openCard(entries, entries.lastIndexOf(runKey(run)));
  const showsRun = ofRun?.call.progress?.run === run || ofRun?.call.ran?.run === run;
  const known = Math.max(ofCall?.index ?? -1, showsRun ? (ofRun?.index ?? -1) : -1);
  if (known >= 0) return known;
  return openCards(entries, tool).findLast(({ call }) => call.progress === undefined)?.index ?? -1;
}

function openCard(entries: Entries, index: number): Card | null {
  const entry = index < 0 ? undefined : entries.at(index);
  return entry?.kind === 'tool' && !entry.done ? { index, call: entry.call } : null;
}

/** Those that say by name or title that they are of this tool. */
function openCards(entries: Entries, tool: string): Card[] {
  const names = new Set<string | undefined>([tool, ...toolSpellings(tool)]);
  const open = entries.openIndexes().flatMap((index) => openCard(entries, index) ?? []);
  return open.filter(({ call }) => names.has(call.name) || names.has(call.title));
}
