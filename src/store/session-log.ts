import type { SimseError } from '../core/errors.ts';
import type { StampedEvent } from '../core/state/events.ts';
import type { SessionFiles } from './session-files.ts';
import { foldMeta, type SessionMeta } from './session-meta.ts';
import { SessionWriter, type WriterListeners } from './session-writer.ts';

/** With these a session becomes worth keeping. */
const FIRST_EVENTS: ReadonlySet<string> = new Set(['prompt_queued', 'turn_started']);
/** After these meta.json is brought up to date. */
const META_EVENTS: ReadonlySet<string> = new Set(['turn_started', 'turn_ended', 'title', 'backend_ready']);

/** These are of no use later. */
const PASSING_EVENTS: ReadonlySet<string> = new Set(['tool_progress']);

/** The record of a session. It never blocks: a failure to record is reported and retried, and the session continues. */
export interface SessionLog extends AsyncDisposable {
  readonly id: string;
  /** Why nothing is recorded just now. */
  readonly failed: SimseError | null;
  /** Takes the session's next event. Never throws and does not wait. */
  append(event: StampedEvent): void;
  /** Resolves when all that was appended is in the file, or recording has failed. */
  flush(): Promise<void>;
}

interface SessionLogOptions extends WriterListeners {
  meta: SessionMeta;
  /**
   * What a new session begins with; null for one that is resumed. The files of a new one appear with its first prompt, so
   * that one without any leaves nothing behind.
   */
  beginning: readonly StampedEvent[] | null;
  open(): Promise<SessionFiles>;
}

export function createSessionLog({
  meta: firstMeta,
  beginning,
  open,
  ...listeners
}: SessionLogOptions): SessionLog {
  let meta = firstMeta;
  let early: StampedEvent[] | null = beginning && [...beginning];
  let isClosed = false;
  let isMetaBehind = false;
  const writer = new SessionWriter(open, listeners);
  if (early === null) writer.replaceMeta(meta); // It may have been damaged, or older than the events.

  const coalescer = coalesceEvents((event) => {
    meta = foldMeta(meta, event);
    writer.appendEvent(event);
    isMetaBehind = !META_EVENTS.has(event.type);
    if (!isMetaBehind) writer.replaceMeta(meta);
  });

  const flush = (): Promise<void> => {
    coalescer.flush();
    return writer.drain();
  };

  return {
    id: meta.id,
    get failed() {
      return writer.failed;
    },
    append(event) {
      if (isClosed || PASSING_EVENTS.has(event.type)) return;
      if (early && !FIRST_EVENTS.has(event.type)) {
        early.push(event);
        return;
      }
      for (const earlier of early ?? []) coalescer.push(earlier);
      early = null;
      coalescer.push(event);
    },
    flush,
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      coalescer.flush();
      if (isMetaBehind) writer.replaceMeta(meta);
      await writer.close();
    },
  };
}

const HOLD_MS = 250;
const MAX_JOINED_CHARS = 4096;

interface EventCoalescer {
  push(event: StampedEvent): void;
  /** Passes on what is held back. */
  flush(): void;
}

/**
 * Passes events on in order, the pieces of a text that streams in joined to larger ones. A piece is held back until
 * another event comes, it has grown large, or HOLD_MS have gone by.
 */
function coalesceEvents(pass: (event: StampedEvent) => void): EventCoalescer {
  let held: StampedEvent | null = null;
  let timer: NodeJS.Timeout | null = null;

  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (held) pass(held);
    held = null;
  };

  return {
    flush,
    push(event) {
      const joined = held && joinEvents(held, event);
      if (!joined) flush();
      const length = streamedLength(joined ?? event);
      if (length === null) return pass(event);
      held = joined ?? event;
      if (length >= MAX_JOINED_CHARS) flush();
      else timer ??= setTimeout(flush, HOLD_MS);
    },
  };
}

/** The characters of a piece of streamed text; null for any other event. */
function streamedLength(event: StampedEvent): number | null {
  if (event.type === 'terminal_output') return event.text.length;
  return event.type === 'message_chunk' && event.content.type === 'text' ? event.content.text.length : null;
}

/** Two pieces as one, with the number and the time of the later; null when they do not belong together. */
function joinEvents(first: StampedEvent, second: StampedEvent): StampedEvent | null {
  if (first.type === 'terminal_output' && second.type === 'terminal_output') {
    return first.terminalId === second.terminalId ? { ...second, text: first.text + second.text } : null;
  }
  if (first.type !== 'message_chunk' || second.type !== 'message_chunk') return null;
  if (first.role !== second.role || first.messageId !== second.messageId) return null;
  if (first.content.type !== 'text' || second.content.type !== 'text') return null;
  return { ...second, content: { type: 'text', text: first.content.text + second.content.text } };
}
