import type { StampedEvent } from '../core/state/events.ts';

const HOLD_MS = 250;
const MAX_JOINED_CHARS = 4096;

export interface EventCoalescer {
  push(event: StampedEvent): void;
  /** Passes on what is held back. */
  flush(): void;
}

/**
 * Passes events on in order, the pieces of a text that streams in joined to larger ones. A piece is held back until
 * another event comes, it has grown large, or HOLD_MS have gone by.
 */
export function coalesceEvents(pass: (event: StampedEvent) => void): EventCoalescer {
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
