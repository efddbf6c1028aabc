import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

const MAX_EVENTS = 200;
const MAX_CHARS = 1024 * 1024;

interface KeptEvent {
  streamId: string;
  message: JSONRPCMessage;
  chars: number;
}

export interface SentEvent {
  id: string;
  message: JSONRPCMessage;
}

export interface EventMemory extends EventStore {
  /** What followed an event on its stream, if the answer to its call is among it, which ends the stream; else null. */
  restAfter(lastId: string): SentEvent[] | null;
}

/**
 * What one client was sent last, so that it can go on with a stream that broke. Bounded: a client that stays away for long
 * has missed the oldest.
 */
export function createEventMemory(): EventMemory {
  const kept = new Map<string, KeptEvent>();
  let last = 0;
  let chars = 0;

  const forget = (id: string, event: KeptEvent): void => {
    kept.delete(id);
    chars -= event.chars;
  };
  /** Also what is kept while it is read. */
  function* eventsAfter(lastId: string): Generator<SentEvent> {
    const streamId = kept.get(lastId)?.streamId;
    for (const [id, { streamId: itsStream, message }] of kept) {
      // A message without content only opened the stream.
      if (itsStream === streamId && Number(id) > Number(lastId) && 'jsonrpc' in message)
        yield { id, message };
    }
  }
  return {
    async storeEvent(streamId, message) {
      last += 1;
      const event = { streamId, message, chars: JSON.stringify(message).length };
      kept.set(String(last), event);
      chars += event.chars;
      for (const [id, oldest] of kept) {
        if (kept.size <= MAX_EVENTS && (chars <= MAX_CHARS || kept.size === 1)) break;
        forget(id, oldest);
      }
      return String(last);
    },
    async getStreamIdForEventId(id) {
      return kept.get(id)?.streamId;
    },
    async replayEventsAfter(lastId, { send }) {
      const streamId = kept.get(lastId)?.streamId ?? '';
      for (const { id, message } of eventsAfter(lastId)) await send(id, message);
      return streamId;
    },
    restAfter(lastId) {
      const events = [...eventsAfter(lastId)];
      return events.some(({ message }) => !('method' in message)) ? events : null;
    },
  };
}
