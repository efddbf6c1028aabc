import type { SessionEvent, StampedEvent } from '../../../src/core/state/events.ts';
import { emptyMeta, foldMeta, type SessionMeta } from '../../../src/store/session-meta.ts';

/** A session of these events, as it is read from its record. */
export function foldMetaOf(events: readonly SessionEvent[]): { meta: SessionMeta; events: StampedEvent[] } {
  const stamped = events.map((event, index) => ({ ...event, seq: index + 1, at: 1000 * (index + 1) }));
  return { meta: stamped.reduce(foldMeta, emptyMeta('s')), events: stamped };
}
