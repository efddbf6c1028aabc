import { SimseError } from '../../core/errors.ts';
import type { StampedEvent } from '../../core/state/events.ts';

/**
 * The events of a session as the beginning of another one. Which session a backend had for them is left out: it belongs
 * to the earlier one, and nobody else must go on with it.
 */
export function forkEvents(events: readonly StampedEvent[], sessionId: string): StampedEvent[] {
  return events
    .filter(({ type }) => type !== 'backend_ready')
    .map((event) => (event.type === 'session_started' ? { ...event, sessionId } : event));
}

/**
 * The events of a session to the end of its nth turn, counted from 1, with what came before the next. Throws
 * SimseError('usage') when it has fewer turns.
 */
export function eventsToTurn(events: readonly StampedEvent[], turn: number): readonly StampedEvent[] {
  const starts = [...events.entries()].filter(([, { type }]) => type === 'turn_started');
  if (turn < 1 || turn > starts.length) {
    const has = starts.length === 1 ? 'has 1 turn' : `has ${starts.length} turns`;
    throw new SimseError('usage', `There is no turn ${turn}: the session ${has}.`, {
      hint: 'Turns are counted from 1.',
    });
  }
  const [next] = starts[turn] ?? [events.length];
  return events.slice(0, next);
}
