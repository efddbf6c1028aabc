import { isRecord, idOf } from '../../../core/json.ts';
import { parseJson } from '../parse-json.ts';
import type { ServerSentEvent } from '../sse-reader.ts';

/** What the first event of a stream says: which wire the server speaks, and where or as whom it is spoken to. */
export type Greeting =
  /** ml-commons: standard JSON-RPC, posted to this address, which may be relative. */
  | { dialect: 'opensearch'; endpoint: string }
  /** The documented envelope. The event need not name the session. */
  | { dialect: 'lucenia'; sessionId: string | null };

const SESSION_KEYS = ['session_id', 'sessionId', 'session', 'id'];

/** null for an event that is no greeting. */
export function readGreeting({ event, data }: ServerSentEvent): Greeting | null {
  if (event === 'endpoint') return { dialect: 'opensearch', endpoint: data.trim() };
  const value = parseJson(data);
  if (event === 'connection') return { dialect: 'lucenia', sessionId: findSessionId(value) };
  const isNamed = isRecord(value) && ('session_id' in value || 'sessionId' in value);
  return isNamed ? { dialect: 'lucenia', sessionId: findSessionId(value) } : null;
}

/** The documentation does not say how the event names the session, so every plausible key is taken. */
function findSessionId(value: unknown): string | null {
  if (!isRecord(value)) return null;
  for (const key of SESSION_KEYS) {
    const part = value[key];
    const id = isRecord(part) ? findSessionId(part) : idOf(part);
    if (id !== undefined && id !== null) return id;
  }
  return null;
}
