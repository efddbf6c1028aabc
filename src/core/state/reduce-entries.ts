import { blockToText } from '../content.ts';
import type { ToolCall, ToolCallPatch, ToolStatus } from '../tool-call.ts';
import type { StampedEvent } from './events.ts';
import { callKey, type Entries, type Entry, type SessionState } from './session-state.ts';

type Stamped<T extends StampedEvent['type']> = Extract<StampedEvent, { type: T }>;

const CUT_SHORT: ToolStatus = 'cancelled';
const FINAL_STATUSES: ReadonlySet<ToolStatus> = new Set(['completed', 'failed', 'cancelled']);

export function pushEntry(state: SessionState, entry: Entry): SessionState {
  return { ...state, entries: state.entries.append(entry) };
}

/** Marks a message that was still being streamed as finished. */
export function closeMessage(state: SessionState): SessionState {
  const last = state.entries.at(-1);
  if (last?.kind !== 'message' || last.done) return state;
  return { ...state, entries: state.entries.with(-1, { ...last, done: true }) };
}

/** Adds a piece to the message being streamed, or begins a new one when role or id differ. */
export function appendMessage(state: SessionState, event: Stamped<'message_chunk'>): SessionState {
  const { role, messageId } = event;
  const text = blockToText(event.content);
  const last = state.entries.at(-1);
  const isOpen = last?.kind === 'message' && !last.done && last.role === role;
  if (isOpen && (messageId === undefined || messageId === last.messageId)) {
    const time = last.time === undefined ? {} : { time: { ...last.time, until: event.at } };
    return { ...state, entries: state.entries.with(-1, { ...last, text: last.text + text, ...time }) };
  }
  if (text === '') return state;
  const ids = { id: `message-${event.seq}`, ...(messageId === undefined ? {} : { messageId }) };
  const time = role === 'thought' ? { time: { from: event.at, until: event.at } } : {};
  return pushEntry(closeMessage(state), { kind: 'message', ...ids, done: false, role, text, ...time });
}

type ToolEntry = Extract<Entry, { kind: 'tool' }>;

/**
 * Creates a tool call at its first mention, whatever kind of update that was, or merges the update into it. A late
 * update adds to a call that has ended and never opens it again; one that begins anew, under an id of an earlier turn,
 * is a call of its own.
 */
export function upsertTool(state: SessionState, event: Stamped<'tool_call'>): SessionState {
  const { at } = event;
  const index = state.entries.lastIndexOf(callKey(event.call.id));
  const before = toolAt(state.entries, index);
  const cutShort = isCutShort(state, before, event.call) ? { status: CUT_SHORT } : {};
  const patch: ToolCallPatch = { ...event.call, ...cutShort };
  if (before === undefined || isReused(state.entries, index, patch.status)) {
    const call = mergeCall(newToolCall(patch.id, at), patch, at);
    const isFinal = FINAL_STATUSES.has(call.status);
    return pushEntry(closeMessage(state), { kind: 'tool', id: `tool-${event.seq}`, done: isFinal, call });
  }
  const call = mergeCall(before.call, patch, at);
  const entry = { ...before, done: FINAL_STATUSES.has(call.status), call };
  return { ...state, entries: state.entries.with(index, entry) };
}

/** Whether a call says that it failed because its turn is, or was, cancelled. A refusal stays one. */
function isCutShort({ turn }: SessionState, before: ToolEntry | undefined, patch: ToolCallPatch): boolean {
  if (patch.status !== 'failed' || before?.call.denied !== undefined || before?.call.byUser) return false;
  return before?.done === true ? before.call.status === CUT_SHORT : turn?.cancelling === true;
}

function toolAt(entries: Entries, index: number): ToolEntry | undefined {
  const entry = index < 0 ? undefined : entries.at(index);
  return entry?.kind === 'tool' ? entry : undefined;
}

/** Some agents number their calls anew in every turn. */
function isReused(entries: Entries, index: number, status: ToolStatus | undefined): boolean {
  const begins = status === 'pending' || status === 'in_progress';
  return begins && entries.at(index)?.done === true && index < entries.lastIndexOf('prompt');
}

function mergeCall(before: ToolCall, patch: ToolCallPatch, at: number): ToolCall {
  const merged: ToolCall = { ...before, ...patch };
  const hasEnded = FINAL_STATUSES.has(before.status);
  const status = hasEnded && !FINAL_STATUSES.has(merged.status) ? before.status : merged.status;
  return FINAL_STATUSES.has(status) ? endCall(merged, status, before.endedAt ?? at) : merged;
}

function endCall(call: ToolCall, status: ToolStatus, endedAt: number): ToolCall {
  const { progress: _, ...ended } = call;
  return { ...ended, status, endedAt };
}

function newToolCall(id: string, at: number): ToolCall {
  return { id, title: '', kind: 'other', status: 'pending', content: [], locations: [], startedAt: at };
}

/**
 * Remembers on the tool call why it was refused, for agents that never report its end. Some ask before they announce
 * the call: then it begins here.
 */
export function markDenied(state: SessionState, event: Stamped<'permission_decided'>): SessionState {
  const { toolCallId, reason, subject, seq, at } = event;
  if (toolCallId === undefined) return state;
  const before = toolAt(state.entries, state.entries.lastIndexOf(callKey(toolCallId)));
  const title = before === undefined || before.call.title === '' ? { title: subject } : {};
  return upsertTool(state, {
    type: 'tool_call',
    seq,
    at,
    call: { id: toolCallId, denied: reason, refusal: subject, ...title },
  });
}

/** Ends the turn: no entry stays open. What waits for the user goes by its own event. */
export function closeTurn(state: SessionState, event: Stamped<'turn_ended'>): SessionState {
  const durationMs = state.turn === null ? 0 : event.at - state.turn.startedAt;
  const closed: SessionState = { ...closeEntries(state, event.at), turn: null };
  return pushEntry(closed, {
    kind: 'turn_end',
    id: `turn-end-${event.seq}`,
    done: true,
    stopReason: event.stopReason,
    durationMs,
    ...(Object.keys(state.usage).length === 0 ? {} : { usage: state.usage }),
    ...(event.tokens === undefined ? {} : { tokens: event.tokens }),
    ...(event.error === undefined ? {} : { error: event.error }),
    ...(state.plan.length === 0 ? {} : { plan: state.plan }),
  });
}

/** Finishes every open entry but the user's own commands: a tool call without an end was refused or cut short. */
export function closeEntries(state: SessionState, at: number): SessionState {
  return closeOpen(state, at, (entry) => !isUsers(entry));
}

/** Finishes what nobody can finish any more: the run that it was part of has ended. */
export function closeAllEntries(state: SessionState, at: number): SessionState {
  return closeOpen(state, at, () => true);
}

function closeOpen(state: SessionState, at: number, isClosed: (entry: Entry) => boolean): SessionState {
  let { entries } = state;
  for (const index of entries.openIndexes()) {
    const entry = entries.at(index);
    if (entry !== undefined && isClosed(entry)) entries = entries.with(index, closeEntry(entry, at));
  }
  return entries === state.entries ? state : { ...state, entries };
}

/** Whether it is a command that the user ran. */
function isUsers(entry: Entry): boolean {
  return entry.kind === 'tool' && entry.call.byUser === true;
}

function closeEntry(entry: Entry, at: number): Entry {
  if (entry.kind === 'message') return { ...entry, done: true };
  if (entry.kind !== 'tool') return entry;
  const status: ToolStatus = entry.call.denied === undefined ? 'cancelled' : 'failed';
  return { ...entry, done: true, call: endCall(entry.call, status, at) };
}
