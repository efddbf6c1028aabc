import { boundDepth } from '../../core/rpc/message-bounds.ts';
import { isRecord, textOf } from '../../core/json.ts';
import type { RpcId } from '../../core/rpc/rpc-message.ts';
import { invalidRequest, parseError } from './lucenia-errors.ts';
import { requestId } from './read-message.ts';

/** What is posted: messages for a session. */
export interface Envelope {
  sessionId: string;
  /** One message, or a list of them, unchecked. */
  message: unknown;
  /** The id of the message, null for a list. */
  id: RpcId;
}

/** Throws an RpcError for what is no envelope. */
export function readEnvelope(body: string): Envelope {
  const value = parse(body);
  if (!isRecord(value)) throw invalidRequest('', 'Must be an object with session_id and message');
  const { session_id: session, message } = value;
  const sessionId = textOf(session);
  if (sessionId === undefined) throw invalidRequest('session_id', 'Must be the id of a session');
  if (message === undefined) throw invalidRequest('message', 'Is missing');
  return { sessionId, message, id: isRecord(message) ? requestId(message) : null };
}

function parse(body: string): unknown {
  try {
    return boundDepth(JSON.parse(body));
  } catch {
    throw parseError('The body is not valid JSON'); // The engine's own words would quote it.
  }
}
