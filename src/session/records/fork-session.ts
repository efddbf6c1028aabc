import { SimseError } from '../../core/errors.ts';
import type { StampedEvent } from '../../core/state/events.ts';
import { newSessionId } from '../../store/session-id.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import type { RecordedSessions } from '../../store/session-store.ts';

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

/**
 * Copies a session to the end of its nth turn, or all of it, under a new id, and returns that. The copy is as new as it is.
 * Throws SimseError: 'usage' when there is no such turn, 'store_failed' when it could not be written.
 */
export async function forkSession(
  store: RecordedSessions,
  { id }: Pick<SessionMeta, 'id'>,
  turn: number | undefined,
): Promise<string> {
  const { events } = await store.read(id);
  const copied = turn === undefined ? events : eventsToTurn(events, turn);
  const copyId = newSessionId();
  await using log = store.create(copyId);
  for (const event of forkEvents(copied, copyId)) log.append(event);
  const seq = (copied.at(-1)?.seq ?? 0) + 1;
  const text = `Copied from session ${id}${turn === undefined ? '' : ` to the end of turn ${turn}`}.`;
  log.append({ type: 'notice', level: 'info', source: 'simse', text, seq, at: Date.now() });
  await log.flush();
  if (log.failed !== null) throw log.failed;
  return copyId;
}
