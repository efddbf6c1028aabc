import { blockToText } from './content.ts';
import type { StampedEvent } from './events.ts';
import type { Entry, SessionState } from './session-state.ts';
import type { ToolCall, ToolStatus } from './tool-call.ts';

type Stamped<T extends StampedEvent['type']> = Extract<StampedEvent, { type: T }>;

const FINAL_STATUSES: ReadonlySet<ToolStatus> = new Set(['completed', 'failed', 'cancelled']);

export function pushEntry(state: SessionState, entry: Entry): SessionState {
  return { ...state, entries: [...state.entries, entry] };
}

/** Marks a message that was still being streamed as finished. */
export function closeMessage(state: SessionState): SessionState {
  const last = state.entries.at(-1);
  if (last?.kind !== 'message' || last.done) return state;
  return { ...state, entries: state.entries.with(-1, { ...last, done: true }) };
}

/** Adds a piece to the message being streamed, or begins a new one when role or id differ. */
export function appendMessage(state: SessionState, event: Stamped<'message_chunk'>): SessionState {
  const text = blockToText(event.content);
  const last = state.entries.at(-1);
  const id = event.messageId === undefined ? undefined : `message-${event.role}-${event.messageId}`;
  if (
    last?.kind === 'message' &&
    !last.done &&
    last.role === event.role &&
    (id === undefined || id === last.id)
  ) {
    return { ...state, entries: state.entries.with(-1, { ...last, text: last.text + text }) };
  }
  if (text === '') return state;
  const taken = id !== undefined && state.entries.some((entry) => entry.id === id);
  return pushEntry(closeMessage(state), {
    kind: 'message',
    id: id === undefined || taken ? `message-${event.seq}` : id,
    done: false,
    role: event.role,
    text,
  });
}

/** Creates a tool call at its first mention, whatever kind of update that was, or merges the update into it. */
export function upsertTool(state: SessionState, event: Stamped<'tool_call'>): SessionState {
  const index = state.entries.findLastIndex(
    (entry) => entry.kind === 'tool' && entry.call.id === event.call.id,
  );
  const entry = index < 0 ? undefined : state.entries[index];
  const before = entry?.kind === 'tool' ? entry.call : newToolCall(event.call.id, event.at);
  const merged: ToolCall = { ...before, ...event.call };
  const isFinal = FINAL_STATUSES.has(merged.status);
  const call = isFinal ? { ...merged, endedAt: before.endedAt ?? event.at } : merged;
  const next: Entry = { kind: 'tool', id: entry?.id ?? `tool-${event.seq}`, done: isFinal, call };
  return index < 0
    ? pushEntry(closeMessage(state), next)
    : { ...state, entries: state.entries.with(index, next) };
}

function newToolCall(id: string, at: number): ToolCall {
  return { id, title: '', kind: 'other', status: 'pending', content: [], locations: [], startedAt: at };
}

/** Remembers on the tool call why it was refused, for agents that never report its end. */
export function markDenied(state: SessionState, event: Stamped<'permission_decided'>): SessionState {
  const { toolCallId, reason } = event;
  if (toolCallId === undefined) return state;
  const entries = state.entries.map((entry) =>
    entry.kind === 'tool' && entry.call.id === toolCallId
      ? { ...entry, call: { ...entry.call, denied: reason } }
      : entry,
  );
  return { ...state, entries };
}

/** Ends the turn: nothing stays open, a tool call without an end was refused or cut short. */
export function closeTurn(state: SessionState, event: Stamped<'turn_ended'>): SessionState {
  const entries = state.entries.map((entry): Entry => (entry.done ? entry : closeEntry(entry, event.at)));
  const durationMs = state.turn === null ? 0 : event.at - state.turn.startedAt;
  const closed: SessionState = { ...state, entries, turn: null, questions: [] };
  return pushEntry(closed, {
    kind: 'turn_end',
    id: `turn-end-${event.seq}`,
    done: true,
    stopReason: event.stopReason,
    durationMs,
    ...(event.error === undefined ? {} : { error: event.error }),
  });
}

function closeEntry(entry: Entry, at: number): Entry {
  if (entry.kind === 'message') return { ...entry, done: true };
  if (entry.kind !== 'tool') return entry;
  const status: ToolStatus = entry.call.denied === undefined ? 'cancelled' : 'failed';
  return { ...entry, done: true, call: { ...entry.call, status, endedAt: at } };
}
