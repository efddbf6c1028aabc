import type { MessageRole, SessionEvent, StampedEvent } from '../../src/core/state/events.ts';

/** Numbers events from `first` on, a second apart. */
export function stamp(events: SessionEvent[], first = 1): StampedEvent[] {
  return events.map((event, index) => ({ ...event, seq: first + index, at: 1000 * (first + index) }));
}

export const started = (cwd = '/shop', backend = 'claude'): SessionEvent => ({
  type: 'session_started',
  sessionId: 's',
  cwd,
  backend,
  mode: 'default',
});

export const turn = (text: string, turnId = 't'): SessionEvent => ({
  type: 'turn_started',
  turnId,
  prompt: [{ type: 'text', text }],
});

export const turnEnd: SessionEvent = { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' };

export const chunk = (text: string, messageId = 'm', role: MessageRole = 'agent'): SessionEvent => ({
  type: 'message_chunk',
  role,
  messageId,
  content: { type: 'text', text },
});

export const output = (text: string, terminalId = 'x'): SessionEvent => ({
  type: 'terminal_output',
  terminalId,
  text,
});

export const notice = (text: string): SessionEvent => ({
  type: 'notice',
  level: 'info',
  source: 'test',
  text,
});
