import { join } from 'node:path';
import type { StampedEvent } from '../../core/events.ts';
import { newSessionId } from '../../store/session-id.ts';
import { createSessionStore } from '../../store/session-store.ts';
import type { EarlierSession } from './earlier-session.ts';
import { forkEvents } from './fork-events.ts';

export interface Recorder {
  readonly id: string;
  /** The session's folder. */
  readonly dir: string;
  /** Records an event. Returns once, when recording has failed, what to tell the user; never throws. */
  record(event: StampedEvent): string | null;
  /** Resolves when all that was recorded is in the file, or recording has failed. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the log of a new session, which may begin with an earlier one, or of the one that goes on. A session that cannot be recorded goes on all the same; only
 * one that another simse has open does not: SimseError('store_failed').
 */
export async function openRecorder(dataDir: string, earlier: EarlierSession | null): Promise<Recorder> {
  let untold: string | null = null;
  const store = createSessionStore({
    dataDir,
    onFailure: ({ message, hint }) => {
      untold = [message, hint].filter(Boolean).join('\n');
    },
  });
  const goesOn = earlier !== null && earlier.fork === null;
  const id = goesOn ? earlier.id : newSessionId();
  const log = goesOn ? (await store.resume(id)).log : store.create(id, forkEvents(earlier?.fork ?? [], id));
  return {
    id,
    dir: join(dataDir, 'sessions', id),
    record(event) {
      log.append(event);
      const warning = untold;
      untold = null;
      return warning;
    },
    flush: () => log.flush(),
    close: async () => {
      await log[Symbol.asyncDispose]();
    },
  };
}
