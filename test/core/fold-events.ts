import { expect } from 'vitest';
import type { PermissionQuestion } from '../../src/core/gate/gate-request.ts';
import type { SessionEvent, StampedEvent } from '../../src/core/state/events.ts';
import { INITIAL_STATE, reduce } from '../../src/core/state/reduce.ts';
import type { Entry, SessionState } from '../../src/core/state/session-state.ts';
import type { ToolCallPatch } from '../../src/core/tool-call.ts';
import { run } from './gate-requests.ts';

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Folds events from a state on, each stamped 1000 ms after the last; nothing handed over may be changed. */
export function fold(events: readonly SessionEvent[], from: SessionState = INITIAL_STATE): SessionState {
  let state = deepFreeze(from);
  const first = from.entries.length * 100;
  for (const [index, event] of events.entries()) {
    const seq = first + index + 1;
    const stamped: StampedEvent = deepFreeze({ ...event, seq, at: seq * 1000 });
    state = deepFreeze(reduce(state, stamped));
  }
  expect(new Set(state.entries.map((entry) => entry.id)).size).toBe(state.entries.length);
  return state;
}

export const text = (value: string) => ({ type: 'text', text: value }) as const;
export const START: SessionEvent = { type: 'turn_started', turnId: 't1', prompt: [text('do'), text('it')] };
export const END: SessionEvent = { type: 'turn_ended', turnId: 't1', stopReason: 'end_turn' };
export const chunk = (
  value: string,
  messageId?: string,
  role: 'agent' | 'thought' | 'user' = 'agent',
): SessionEvent => ({
  type: 'message_chunk',
  role,
  content: text(value),
  ...(messageId === undefined ? {} : { messageId }),
});
export const tool = (call: ToolCallPatch): SessionEvent => ({ type: 'tool_call', call });
export const denied = (toolCallId?: string): SessionEvent => ({
  type: 'permission_decided',
  subject: 'Run rm x',
  askedBy: 'claude',
  allowed: false,
  by: 'user',
  reason: 'you rejected it',
  ...(toolCallId === undefined ? {} : { toolCallId }),
});
export const QUESTION: PermissionQuestion = {
  id: 'q1',
  askedBy: 'claude',
  request: run('ls'),
  title: 'Run ls',
  options: [],
};

/** Kind, text or status, and whether it is finished: one line per entry. */
export function outline(state: SessionState): string[] {
  return state.entries.map((entry) => `${entry.done ? '' : '…'}${entry.kind} ${gistOf(entry)}`.trim());
}

function gistOf(entry: Entry): string {
  if (entry.kind === 'tool') return `${entry.call.title} ${entry.call.status}`.trim();
  if (entry.kind === 'turn_end') return entry.stopReason;
  return entry.text;
}
