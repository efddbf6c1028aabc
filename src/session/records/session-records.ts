import type { SessionMeta } from '../../store/session-meta.ts';
import { createSessionStore, type RecordedSession } from '../../store/session-store.ts';

/** What a session's commands may do with what is recorded. */
export interface SessionRecords {
  /** The other sessions of this directory, newest first. */
  others(): Promise<SessionMeta[]>;
  /** The session whose id starts like that. Throws SimseError: 'no_session', or 'store_failed' while another simse has it open. */
  findFree(idPrefix: string): Promise<SessionMeta>;
  /** This session to this moment. Throws SimseError('no_session') while nothing was said in it, or when it is not recorded. */
  own(): Promise<RecordedSession>;
}

interface OwnRecord {
  id: string;
  cwd: string;
  /** Resolves when all that happened in it is written. */
  flush(): Promise<void>;
}

export function openSessionRecords(dataDir: string, { id, cwd, flush }: OwnRecord): SessionRecords {
  const store = createSessionStore({ dataDir });
  return {
    others: async () => (await store.list({ cwd })).filter((meta) => meta.id !== id),
    async findFree(idPrefix) {
      const meta = await store.find(idPrefix);
      if (meta.id !== id) await store.requireFree(meta.id);
      return meta;
    },
    async own() {
      await flush();
      return store.read(id);
    },
  };
}
