import { join } from 'node:path';
import type { StampedEvent } from '../../core/state/events.ts';
import { newSessionId } from '../../store/session-id.ts';
import { createSessionStore } from '../../store/session-store.ts';
import type { EarlierSession } from './earlier-session.ts';
import { forkEvents } from './fork-session.ts';

export interface Recorder {
  readonly id: string;
  /** The session's folder. */
  readonly dir: string;
  /** Records an event. Returns what to tell the user of the recording, once; never throws. */
  record(event: StampedEvent): string | null;
  /** Resolves when all that was recorded is in the file, or recording has failed. */
  flush(): Promise<void>;
  /** Resolves with what nobody was told yet. */
  close(): Promise<string | null>;
}

/**
 * Opens the log of a new session, which may begin with an earlier one, or of the one that goes on. A session that cannot be recorded goes on all the same; only
 * one that another simse has open does not: SimseError('store_failed').
 */
export async function openRecorder(dataDir: string, earlier: EarlierSession | null): Promise<Recorder> {
  const untold: string[] = [];
  const takeUntold = (): string | null => (untold.length === 0 ? null : untold.splice(0).join('\n'));
  const store = createSessionStore({
    dataDir,
    onFailure: ({ message, hint }) => untold.push([message, hint].filter(Boolean).join('\n')),
    onRecovered: () => untold.push('This session is recorded again.'),
  });
  const goesOn = earlier !== null && earlier.fork === null;
  const id = goesOn ? earlier.id : newSessionId();
  const log = goesOn ? (await store.resume(id)).log : store.create(id, forkEvents(earlier?.fork ?? [], id));
  return {
    id,
    dir: join(dataDir, 'sessions', id),
    record(event) {
      log.append(event);
      return takeUntold();
    },
    flush: () => log.flush(),
    close: async () => {
      await log[Symbol.asyncDispose]();
      return takeUntold();
    },
  };
}
