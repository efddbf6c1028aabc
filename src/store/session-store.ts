import { join } from 'node:path';
import { SimseError } from '../core/errors.ts';
import type { StampedEvent } from '../core/state/events.ts';
import { listMeta, readMeta, sessionIds } from './list-sessions.ts';
import { readEventLog } from './read-events.ts';
import { type FoundSessions, type SessionQuery, searchSessions } from './search-sessions.ts';
import {
  eventsFile,
  isSessionOpen,
  lockSession,
  openSessionFiles,
  removeSession,
  type SessionFiles,
} from './session-files.ts';
import { matchId, noSession } from './session-id.ts';
import { createSessionLog, type SessionLog } from './session-log.ts';
import { emptyMeta, foldMeta, type SessionMeta } from './session-meta.ts';
import type { WriterListeners } from './session-writer.ts';

export interface RecordedSession {
  meta: SessionMeta;
  /** In order. Their numbers have gaps where pieces of a text were joined. */
  events: StampedEvent[];
  /** Lines of the log that were passed over, since they are not events. */
  damagedLines: number;
}

/** The sessions on disk: a folder each, with meta.json and an append-only events.jsonl. */
export interface RecordedSessions {
  /**
   * Records a new session under an id from `newSessionId`, as if these events had been appended to it already. Never
   * throws: a failure shows in the log.
   */
  create(id: string, beginning?: readonly StampedEvent[]): SessionLog;
  /** Goes on with a session. Throws SimseError: 'no_session', or 'store_failed' while another simse has it open. */
  resume(id: string): Promise<RecordedSession & { log: SessionLog }>;
  /** Newest first. Only meta is read; of a session whose meta is damaged, what its events still say. */
  list(options?: { cwd?: string }): Promise<SessionMeta[]>;
  /** The session whose id starts like that. Throws SimseError('no_session') when there is none or several. */
  find(idPrefix: string): Promise<SessionMeta>;
  /** Throws SimseError('no_session'). */
  read(id: string): Promise<RecordedSession>;
  /** What was said in which session, best first. Rejects as the query's signal does. */
  search(query: SessionQuery): Promise<FoundSessions>;
  /** Throws SimseError('store_failed') while a simse, this one too, has the session open. */
  requireFree(id: string): Promise<void>;
  /** Whether a simse, this one too, has the session open. One that is not there is not. */
  isOpen(id: string): Promise<boolean>;
  /** Removes all there is of a session. Throws SimseError: 'no_session', or 'store_failed' while another simse has it open. */
  remove(id: string): Promise<void>;
}

export interface SessionStoreOptions extends WriterListeners {
  dataDir: string;
}

export function createSessionStore({ dataDir, ...listeners }: SessionStoreOptions): RecordedSessions {
  const root = join(dataDir, 'sessions');
  const dirOf = async (id: string): Promise<string> => {
    if ((await sessionIds(root)).includes(id)) return join(root, id);
    throw noSession(id);
  };

  return {
    create(id, beginning = []) {
      const open = (): Promise<SessionFiles> => openSessionFiles(join(root, id));
      return createSessionLog({ meta: emptyMeta(id), beginning, open, ...listeners });
    },
    async resume(id) {
      const dir = await dirOf(id);
      const open = await openNow(dir);
      const recorded = await readSession(dir);
      return {
        ...recorded,
        log: createSessionLog({ meta: recorded.meta, beginning: null, open, ...listeners }),
      };
    },
    list: ({ cwd } = {}) => listMeta(root, cwd),
    async find(idPrefix) {
      return readMeta(join(root, matchId(idPrefix, await sessionIds(root))));
    },
    read: async (id) => readSession(await dirOf(id)),
    search: (query) => searchSessions(root, query),
    async requireFree(id) {
      const release = await lockSession(await dirOf(id));
      await release();
    },
    isOpen: (id) => isSessionOpen(join(root, id)),
    remove: async (id) => removeSession(await dirOf(id)),
  };
}

async function readSession(dir: string): Promise<RecordedSession> {
  const { events, damagedLines } = await readEventLog(eventsFile(dir));
  return { meta: metaOf(events, await readMeta(dir)), events, damagedLines };
}

/** What the events say; meta.json is behind them after a crash, but may know what a damaged line said. */
function metaOf(events: readonly StampedEvent[], kept: SessionMeta): SessionMeta {
  if (events.length === 0) return kept;
  const meta = events.reduce(foldMeta, emptyMeta(kept.id));
  const { cwd, backend, title } = kept;
  return { ...meta, cwd: meta.cwd || cwd, backend: meta.backend || backend, title: meta.title ?? title };
}

/**
 * Opens a session's files at once, so that no other simse can. A folder in which nothing can be written does not
 * keep the session from being resumed: its log will report it.
 */
async function openNow(dir: string): Promise<() => Promise<SessionFiles>> {
  const opening = openSessionFiles(dir);
  try {
    await opening;
  } catch (error) {
    if (error instanceof SimseError) throw error;
  }
  let first: Promise<SessionFiles> | null = opening;
  return () => {
    const files = first ?? openSessionFiles(dir);
    first = null;
    return files;
  };
}
