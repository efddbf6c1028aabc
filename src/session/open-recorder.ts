import { messageOf } from '../core/errors.ts';
import type { StampedEvent } from '../core/events.ts';
import { createSessionStore, type SessionLog } from '../store/session-store.ts';
import type { AppContext } from './app-context.ts';

export interface Recorder {
  /** Records an event. Returns once, when recording has failed, what to tell the user; never throws. */
  record(event: StampedEvent): string | null;
  close(): Promise<void>;
}

/** Opens the log of a session. A session that cannot be recorded goes on all the same. */
export async function openRecorder(
  { dirs, version }: AppContext,
  session: { id: string; cwd: string; backend: string },
): Promise<Recorder> {
  let failure: string | null = null;
  let log: SessionLog | null = null;
  try {
    log = await createSessionStore({ dataDir: dirs.dataDir }).create({ ...session, version });
  } catch (thrown) {
    failure = messageOf(thrown);
  }
  let told = false;
  return {
    record(event) {
      log?.append(event);
      failure ??= log?.failed?.message ?? null;
      if (failure === null || told) return null;
      told = true;
      return `This session is not being recorded: ${failure}`;
    },
    close: async () => {
      await log?.[Symbol.asyncDispose]();
    },
  };
}
