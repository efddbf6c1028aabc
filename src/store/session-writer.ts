import { messageOf, SimseError } from '../core/errors.ts';
import type { StampedEvent } from '../core/events.ts';
import { eventLine } from './leave-out-data.ts';
import type { SessionFiles } from './session-files.ts';
import type { SessionMeta } from './session-meta.ts';

export interface SessionWriter {
  readonly failed: SimseError | null;
  appendEvent(event: StampedEvent): void;
  /** Of several that wait only the last is written, and after the events that came before it. */
  replaceMeta(meta: SessionMeta): void;
  /** Resolves when nothing waits to be written. */
  drain(): Promise<void>;
  /** Writes what waits, then closes the files. Never rejects. */
  close(): Promise<void>;
}

interface Waiting {
  events: StampedEvent[];
  meta: SessionMeta | null;
}

/** Writes one session's files in order and one at a time; after the first failure it drops everything. */
export function createSessionWriter(
  open: () => Promise<SessionFiles>,
  onFailure?: (error: SimseError) => void,
): SessionWriter {
  const waiting: Waiting = { events: [], meta: null };
  let files: SessionFiles | null = null;
  let working: Promise<void> | null = null;
  let failed: SimseError | null = null;

  const work = async (): Promise<void> => {
    try {
      files ??= await open();
      while (waiting.events.length > 0 || waiting.meta) await writeWaiting(files, waiting);
    } catch (error) {
      waiting.events = [];
      failed = recordingError(error);
      onFailure?.(failed);
    }
    working = null;
  };
  const drain = async (): Promise<void> => {
    while (working) await working;
  };

  return {
    get failed() {
      return failed;
    },
    appendEvent(event) {
      if (failed) return;
      waiting.events.push(event);
      working ??= work();
    },
    replaceMeta(meta) {
      if (failed) return;
      waiting.meta = meta;
      working ??= work();
    },
    drain,
    async close() {
      await drain();
      // What was written is in the files already: a failure to close them loses nothing.
      await files?.close().catch(() => undefined);
      files = null;
    },
  };
}

async function writeWaiting(files: SessionFiles, waiting: Waiting): Promise<void> {
  while (waiting.events.length > 0) {
    const lines = waiting.events.map((event) => `${eventLine(event)}\n`);
    waiting.events = [];
    await files.append(lines.join(''));
  }
  const { meta } = waiting;
  waiting.meta = null;
  if (meta) await files.writeMeta(meta);
}

function recordingError(error: unknown): SimseError {
  return new SimseError('store_failed', `This session is no longer recorded: ${messageOf(error)}.`, {
    hint: 'Make room, or choose a folder that can be written with --data-dir.',
    cause: error,
  });
}
