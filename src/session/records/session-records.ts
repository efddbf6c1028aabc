import type {
  EarlierSessionInfo,
  EarlierSessions,
  SessionPreview,
} from '../../core/ports/earlier-sessions.ts';
import { foldEvents } from '../../core/state/fold-events.ts';
import type { Entries } from '../../core/state/session-state.ts';
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

/** More than anybody scrolls through: what is older is found by `simse sessions search`. */
const MAX_LISTED = 200;

/** The recorded sessions of a directory but for the one of that id. */
export function openEarlierSessions(dataDir: string, own: { id: string; cwd: string }): EarlierSessions {
  const store = createSessionStore({ dataDir });
  return {
    async list() {
      const others = (await store.list({ cwd: own.cwd })).filter(({ id }) => id !== own.id);
      return Promise.all(
        others.slice(0, MAX_LISTED).map(
          async ({ id, title, backend, updatedAt, turns }): Promise<EarlierSessionInfo> => ({
            id,
            title: title ?? '',
            backend,
            updatedAt,
            turns,
            isOpen: await store.isOpen(id),
          }),
        ),
      );
    },
    async preview(id) {
      const { events } = await store.read(id);
      return previewOf(foldEvents(events).entries);
    },
  };
}

function previewOf(entries: Entries): SessionPreview {
  const prompt = entries.last('prompt');
  const answer = entries.findLast((entry) => entry.kind === 'message' && entry.role === 'agent');
  return {
    prompt: prompt?.kind === 'prompt' ? prompt.text : '',
    answer: answer?.kind === 'message' ? answer.text : '',
  };
}
