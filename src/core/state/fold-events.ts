import type { StampedEvent } from './events.ts';
import { INITIAL_STATE, reduce } from './reduce.ts';
import type { SessionState } from './session-state.ts';

/** The state after all of these events. */
export function foldEvents(events: readonly StampedEvent[]): SessionState {
  return events.reduce(reduce, INITIAL_STATE);
}
