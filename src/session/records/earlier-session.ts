import { SimseError } from '../../core/errors.ts';
import type { StampedEvent } from '../../core/state/events.ts';
import { restoreState } from '../../core/state/fold-events.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { createSessionStore } from '../../store/session-store.ts';
import type { AppContext } from '../app-context.ts';
import { eventsToTurn } from './fork-session.ts';

/** A recorded session that is to be gone on with. */
export interface EarlierSession {
  id: string;
  state: SessionState;
  /** Of its last event. */
  seq: number;
  /** The backend that was there last, and what it calls the session, null where it knows nothing of what was said. */
  backend: { name: string; sessionId: string | null } | null;
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
      hint: 'simse sessions list --all lists those of every directory; --resume <id> resumes one.',
    });
  }
  if (meta.cwd !== cwd) note(`The session was started in ${meta.cwd} and goes on in ${cwd}.`);
  const { events: recorded, damagedLines } = await store.read(meta.id);
  const events = turn === undefined ? recorded : eventsToTurn(recorded, turn);
  if (damagedLines > 0) note(`${damagedLines} damaged lines of the session were skipped.`);
  return {
    id: meta.id,
    state: restoreState(events),
    seq: events.at(-1)?.seq ?? 0,
    backend: lastBackend(events, events.length < recorded.length),
    fork: flags.fork ? events : null,
  };
}

/** Of a session that was told nothing yet there is nothing to go on with, and of one that `isCut` only the whole. */
function lastBackend(events: readonly StampedEvent[], isCut: boolean): EarlierSession['backend'] {
  const told = new Set<string>();
  let last: EarlierSession['backend'] = null;
  let isCompacting = false;
  for (const event of events) {
    if (event.type === 'backend_ready') last = { name: event.backend, sessionId: event.backendSessionId };
    else if (event.type === 'turn_started') isCompacting = false;
    else if (event.type === 'compacted') {
      isCompacting = true;
      told.clear();
    } else if (!isCompacting && isAnswer(event)) told.add(JSON.stringify(last));
  }
  return last === null || (told.has(JSON.stringify(last)) && !isCut) ? last : { ...last, sessionId: null };
}

function isAnswer(event: StampedEvent): boolean {
  if (event.type === 'turn_ended') return event.error === undefined;
  return event.type === 'tool_call' || (event.type === 'message_chunk' && event.role !== 'user');
}
