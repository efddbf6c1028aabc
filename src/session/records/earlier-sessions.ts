import type {
  EarlierSessionInfo,
  EarlierSessions,
  SessionPreview,
} from '../../core/ports/earlier-sessions.ts';
import { foldEvents } from '../../core/state/fold-events.ts';
import type { Entries } from '../../core/state/session-state.ts';
import { createSessionStore } from '../../store/session-store.ts';

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
