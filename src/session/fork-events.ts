import type { StampedEvent } from '../core/events.ts';

/**
 * The events of a session as the beginning of another one. Which session a backend had for them is left out: it belongs
 * to the earlier one, and nobody else must go on with it.
 */
export function forkEvents(events: readonly StampedEvent[], sessionId: string): StampedEvent[] {
  return events
    .filter(({ type }) => type !== 'backend_ready')
    .map((event) => (event.type === 'session_started' ? { ...event, sessionId } : event));
}
