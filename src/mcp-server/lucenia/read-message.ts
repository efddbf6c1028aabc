import { isRecord, recordOf } from '../../core/json.ts';
import type { RpcError, RpcId, RpcParams } from '../../core/rpc/rpc-message.ts';
import { invalidRequest } from './lucenia-errors.ts';

export interface LuceniaRequest {
  id: string | number;
  method: string;
  params: RpcParams;
}

/** One message of an envelope. */
export type LuceniaMessage =
  | ({ kind: 'request' } & LuceniaRequest)
  /** The client no longer waits for this request. */
  | { kind: 'cancel'; id: unknown }
  /** What a client of MCP says beside; this wire has no use for it. */
  | { kind: 'notification' }
  | { kind: 'invalid'; id: RpcId; error: RpcError };

const NOTIFICATIONS = 'notifications/';

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
export function requestId({ id }: Record<string, unknown>): string | number | null {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

function readNotification(method: string, params: unknown): LuceniaMessage {
  if (method !== `${NOTIFICATIONS}cancelled`) return { kind: 'notification' };
  return { kind: 'cancel', id: recordOf(params)['requestId'] };
}

function invalid(id: RpcId, field: string, reason: string): LuceniaMessage {
  return { kind: 'invalid', id, error: invalidRequest(field, reason) };
}
