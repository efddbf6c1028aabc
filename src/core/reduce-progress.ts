import type { StampedEvent } from './events.ts';
import type { Entry, SessionState } from './session-state.ts';
import { toolSpellings } from './tool-spellings.ts';

type ProgressEvent = Extract<StampedEvent, { type: 'tool_progress' }>;
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

/** The card with the agent's own id, else the last open one of that tool which shows no other call's progress. */
function findCard(entries: readonly Entry[], { tool, toolCallId, run }: ProgressEvent): number {
  const last = (isIt: (entry: ToolEntry) => boolean) =>
    entries.findLastIndex((entry) => entry.kind === 'tool' && !entry.done && isIt(entry));
  const known = last(({ call }) => call.id === toolCallId || call.progress?.run === run);
  if (known >= 0) return known;
  const names = new Set<string | undefined>([tool, ...toolSpellings(tool)]);
  return last(({ call }) => call.progress === undefined && (names.has(call.name) || names.has(call.title)));
}
