import { isRecord, recordOf, textOf } from '../../core/json.ts';
import { parseBounded } from '../../core/rpc/message-bounds.ts';
import type { RpcError, RpcId, RpcParams } from '../../core/rpc/rpc-message.ts';
import { invalidRequest, parseError } from './lucenia-errors.ts';

const NOTIFICATIONS = 'notifications/';

export interface LuceniaRequest {
  id: string | number;
  method: string;
  params: RpcParams;
}

/** One message of an envelope. */
type LuceniaMessage =
  | ({ kind: 'request' } & LuceniaRequest)
  /** The client no longer waits for this request. */
  | { kind: 'cancel'; id: unknown }
  /** What a client of MCP says beside; this wire has no use for it. */
  | { kind: 'notification' }
  | { kind: 'invalid'; id: RpcId; error: RpcError };

/** Reads a message strictly: the wire says what each has to have. */
export function readMessage(value: unknown): LuceniaMessage {
  if (!isRecord(value)) return invalid(null, 'message', 'Must be an object');
  const id = requestId(value);
  const { jsonrpc, method, params } = value;
  if (jsonrpc !== '2.0') return invalid(id, 'jsonrpc', 'Must be "2.0"');
  if (typeof method !== 'string') return invalid(id, 'method', 'Must be a string');
  if (params !== undefined && !isRecord(params)) return invalid(id, 'params', 'Must be an object');
  if (!('id' in value) && method.startsWith(NOTIFICATIONS)) return readNotification(method, params);
  if (id === null) return invalid(id, 'id', 'Must be a string or a number');
  return { kind: 'request', id, method, params: params ?? {} };
}

/** The id of a request, null where it has none that could be answered to. */
function requestId({ id }: Record<string, unknown>): string | number | null {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

function readNotification(method: string, params: unknown): LuceniaMessage {
  if (method !== `${NOTIFICATIONS}cancelled`) return { kind: 'notification' };
  return { kind: 'cancel', id: recordOf(params)['requestId'] };
}

function invalid(id: RpcId, field: string, reason: string): LuceniaMessage {
  return { kind: 'invalid', id, error: invalidRequest(field, reason) };
}

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
  const value = parseBounded(body);
  // The engine's own words would quote it.
  if (value === undefined) throw parseError('The body is not valid JSON');
  if (!isRecord(value)) throw invalidRequest('', 'Must be an object with session_id and message');
  const { session_id: session, message } = value;
  const sessionId = textOf(session);
  if (sessionId === undefined) throw invalidRequest('session_id', 'Must be the id of a session');
  if (message === undefined) throw invalidRequest('message', 'Is missing');
  return { sessionId, message, id: isRecord(message) ? requestId(message) : null };
}
