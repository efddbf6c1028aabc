import type { SessionMeta } from '../../store/session-meta.ts';
import { newSessionId } from '../../store/session-id.ts';
import type { SessionStore } from '../../store/session-store.ts';
import { eventsToTurn, forkEvents } from './fork-events.ts';

/**
 * Copies a session to the end of its nth turn, or all of it, under a new id, and returns that. The copy is as new as it is.
 * Throws SimseError: 'usage' when there is no such turn, 'store_failed' when it could not be written.
 */
export async function forkSession(
  store: SessionStore,
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
