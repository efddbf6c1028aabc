import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

const MAX_EVENTS = 200;
const MAX_CHARS = 1024 * 1024;

interface KeptEvent {
  streamId: string;
  message: JSONRPCMessage;
  chars: number;
}

/**
 * What one client was sent last, so that it can go on with a stream that broke. Bounded: a client that stays away for long
 * has missed the oldest.
 */
export function createEventMemory(): EventStore {
  const kept = new Map<string, KeptEvent>();
  let last = 0;
  let chars = 0;

  const forget = (id: string, event: KeptEvent): void => {
    kept.delete(id);
    chars -= event.chars;
  };
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
      for (const [id, event] of kept) {
        // A message without content only opened the stream.
        if (event.streamId === streamId && Number(id) > Number(lastId) && 'jsonrpc' in event.message)
          await send(id, event.message);
      }
      return streamId;
    },
  };
}
