import { SimseError } from '../../src/core/errors.ts';
import type { Entry } from '../../src/core/state/session-state.ts';
import type { SessionArchive } from '../../src/session/records/session-archive.ts';
import type { SessionMeta } from '../../src/store/session-meta.ts';
import type { StoredSessionChange } from '../../src/store/watch-sessions.ts';

const SHOP: SessionMeta = {
  version: 1,
  id: 'bbb222',
  title: 'Why does\ncheckout fail?\u200b',
  cwd: '/shop',
  backend: 'claude',
  createdAt: Date.UTC(2026, 10, 2, 10),
  updatedAt: Date.UTC(2026, 10, 2, 10, 5),
  turns: 1,
};
const BLOG: SessionMeta = {
  ...SHOP,
  id: 'aaa111',
  title: null,
  cwd: '/blog',
  updatedAt: SHOP.updatedAt - 1000,
};

const ENTRIES: Entry[] = [
  { kind: 'prompt', id: '1', done: true, text: 'Why does checkout fail?' },
  { kind: 'message', id: '2', done: true, role: 'thought', text: 'Hm.' },
  {
    kind: 'tool',
    id: '3',
    done: true,
    call: {
      id: 't',
      title: 'Read src/\u001b[31mcheckout.ts',
      kind: 'read',
      status: 'completed',
      content: [],
      locations: [],
      startedAt: 0,
    },
  },
  { kind: 'message', id: '4', done: true, role: 'agent', text: 'Because the cart is \u202eundefined.' },
  { kind: 'notice', id: '5', done: true, level: 'warn', source: 'x', text: 'disk almost\nfull' },
  {
    kind: 'turn_end',
    id: '6',
    done: true,
    stopReason: 'error',
    durationMs: 1,
    error: { code: 'backend_failed', message: 'the backend exited with code 1' },
  },
];

export interface RecordedSessions extends SessionArchive {
  /** Tells who listens of a change. */
  tell(change: StoredSessionChange): void;
}

/** Two sessions, or as many as asked for. */
export function recordedSessions(count = 2): RecordedSessions {
  const listeners = new Set<(change: StoredSessionChange) => void>();
  const more = Array.from({ length: count - 2 }, (_, index) => ({ ...BLOG, id: `more-${index}` }));
  const all = [SHOP, BLOG, ...more];
  return {
    list: async () => all,
    async read(idPrefix) {
      const meta = all.find(({ id }) => id.startsWith(idPrefix));
      if (meta !== undefined) return { meta, entries: ENTRIES };
      throw new SimseError('no_session', `There is no session ${idPrefix}.`, {
        hint: 'simse sessions list shows them.',
      });
    },
    async search({ text, limit }) {
      const hits = all
        .filter(({ title }) => title?.toLowerCase().includes(text))
        .map((meta) => ({ meta, score: 1, excerpts: [text] }));
      return { hits: hits.slice(0, limit), total: hits.length };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(change) {
      for (const listener of listeners) listener(change);
    },
  };
}
