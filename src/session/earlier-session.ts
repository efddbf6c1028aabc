import { SimseError } from '../core/errors.ts';
import type { StampedEvent } from '../core/events.ts';
import type { SessionState } from '../core/session-state.ts';
import { restoreState } from '../core/restore-state.ts';
import { createSessionStore } from '../store/session-store.ts';
import type { AppContext } from './app-context.ts';
import { eventsToTurn } from './fork-events.ts';

/** A recorded session that is to be gone on with. */
export interface EarlierSession {
  id: string;
  state: SessionState;
  /** Of its last event. */
  seq: number;
  /** The backend that answered last, and what it called the session. */
  backend: { name: string; sessionId: string } | null;
  /** What was recorded, when a new session is to begin with it; null when this one itself goes on. */
  fork: readonly StampedEvent[] | null;
}

/**
 * The session that --continue or --resume means, null without them. Throws SimseError('no_session') when there is none
 * like that. `turn` is for --fork: only to the end of that turn.
 */
export async function findEarlierSession(
  { flags, cwd, dirs, note }: AppContext,
  turn?: number,
): Promise<EarlierSession | null> {
  if (flags.resume === undefined) return null;
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const meta = flags.resume === 'newest' ? (await store.list({ cwd }))[0] : await store.find(flags.resume.id);
  if (meta === undefined) {
    throw new SimseError('no_session', `No session of ${cwd} is recorded.`, {
      hint: 'simse sessions list --all lists those of every directory; --resume <id> goes on with one.',
    });
  }
  if (meta.cwd !== cwd) note(`The session was begun in ${meta.cwd} and goes on in ${cwd}.`);
  const { events: recorded, damagedLines } = await store.read(meta.id);
  const events = turn === undefined ? recorded : eventsToTurn(recorded, turn);
  if (damagedLines > 0) note(`${damagedLines} damaged lines of the session were passed over.`);
  return {
    id: meta.id,
    state: restoreState(events),
    seq: events.at(-1)?.seq ?? 0,
    // A backend can only fork all of what it knows.
    backend: events.length < recorded.length ? null : lastBackend(events),
    fork: flags.fork ? events : null,
  };
}

function lastBackend(events: readonly StampedEvent[]): EarlierSession['backend'] {
  const ready = events.findLast((event) => event.type === 'backend_ready');
  return ready?.type === 'backend_ready' ? { name: ready.backend, sessionId: ready.backendSessionId } : null;
}
