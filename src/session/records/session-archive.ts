import { join } from 'node:path';
import { foldEvents } from '../../core/state/fold-events.ts';
import type { Entry } from '../../core/state/session-state.ts';
import type { FoundSessions, SessionQuery } from '../../store/search-sessions.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import { createSessionStore } from '../../store/session-store.ts';
import { type StoredSessionChange, watchSessions } from '../../store/watch-sessions.ts';

/** The recorded sessions, for reading. */
export interface SessionArchive {
  /** Newest first. */
  list(): Promise<SessionMeta[]>;
  /** The session whose id starts like that. Throws SimseError('no_session') when there is none or several. */
  read(idPrefix: string): Promise<{ meta: SessionMeta; entries: Iterable<Entry> }>;
  /** The sessions in which all of the words were said, best first. */
  search(query: SessionQuery): Promise<FoundSessions>;
  /** Returns the unsubscriber. */
  onChange(listener: (change: StoredSessionChange) => void): () => void;
}

export function openSessionArchive(dataDir: string): SessionArchive {
  const store = createSessionStore({ dataDir });
  const listeners = new Set<(change: StoredSessionChange) => void>();
  let stopLooking = (): void => {};
  const tell = (change: StoredSessionChange): void => {
    for (const listener of listeners) listener(change);
  };
  return {
    list: () => store.list(),
    async read(idPrefix) {
      const { id } = await store.find(idPrefix);
      const { meta, events } = await store.read(id);
      return { meta, entries: foldEvents(events).entries };
    },
    search: (query) => store.search(query),
    // One look for all who listen: every client of a server does.
    onChange(listener) {
      if (listeners.size === 0) stopLooking = watchSessions(join(dataDir, 'sessions'), tell);
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stopLooking();
      };
    },
  };
}
