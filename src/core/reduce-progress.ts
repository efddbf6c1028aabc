import type { StampedEvent } from './events.ts';
import type { Entry, SessionState } from './session-state.ts';
import { toolSpellings } from './tool-spellings.ts';

type ProgressEvent = Extract<StampedEvent, { type: 'tool_progress' }>;
type RunEvent = Extract<StampedEvent, { type: 'tool_started' }>;
type ToolEntry = Extract<Entry, { kind: 'tool' }>;

/** Shows on the card of a call how far it is. Without a card that is still open nothing changes. */
export function showProgress(state: SessionState, event: ProgressEvent): SessionState {
  const index = findCard(state.entries, event);
  const entry = state.entries[index];
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
export function showRun(state: SessionState, event: RunEvent): SessionState {
  const index = findRunningCard(state.entries, event);
  const entry = state.entries[index];
  if (entry?.kind !== 'tool') return state;
  const { tool, args, run } = event;
  return {
    ...state,
    entries: state.entries.with(index, { ...entry, call: { ...entry.call, ran: { tool, args, run } } }),
  };
}

function findRunningCard(entries: readonly Entry[], { tool, toolCallId, args }: RunEvent): number {
  const names = new Set<string | undefined>([tool, ...toolSpellings(tool)]);
  const open = entries.flatMap((entry, index) =>
    entry.kind === 'tool' && !entry.done && entry.call.ran === undefined ? [{ index, call: entry.call }] : [],
  );
  const known = open.find(({ call }) => call.id === toolCallId);
  if (known !== undefined || toolCallId !== undefined) return known?.index ?? -1;
  const named = open.filter(({ call }) => names.has(call.name) || names.has(call.title));
  const same = named.find(({ call }) => JSON.stringify(call.input) === args);
  return (same ?? (named.length === 1 ? named[0] : undefined))?.index ?? -1;
}

/** The card with the agent's own id, else the last open one of that tool which shows no other call's progress. */
function findCard(entries: readonly Entry[], { tool, toolCallId, run }: ProgressEvent): number {
  const last = (isIt: (entry: ToolEntry) => boolean) =>
    entries.findLastIndex((entry) => entry.kind === 'tool' && !entry.done && isIt(entry));
  const known = last(
    ({ call }) => call.id === toolCallId || call.progress?.run === run || call.ran?.run === run,
  );
  if (known >= 0) return known;
  const names = new Set<string | undefined>([tool, ...toolSpellings(tool)]);
  return last(({ call }) => call.progress === undefined && (names.has(call.name) || names.has(call.title)));
}
