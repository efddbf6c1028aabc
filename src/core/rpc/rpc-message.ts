import { isRecord } from '../json.ts';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Of ACP, and of MCP until its revision of 2026. */
export const RESOURCE_NOT_FOUND = -32002;

/** An error answer of JSON-RPC: one that the other side gave, or one to give to it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export type RpcId = string | number | null;
export type RpcParams = Record<string, unknown>;

/** One JSON-RPC message from outside, read with all the tolerance that is safe. */
export type RpcMessage =
  | { kind: 'request'; id: RpcId; method: string; params: RpcParams }
  | { kind: 'notification'; method: string; params: RpcParams }
  | { kind: 'response'; id: RpcId; result: unknown }
  | { kind: 'failure'; id: RpcId; error: { code: number; message: string; data?: unknown } }
  | { kind: 'unreadable'; reason: string };

/**
 * Reads a JSON object as a JSON-RPC message. `jsonrpc` may be missing, params may be anything, an id of ours may come
 * back as text, a response may have no result or an error of another shape. Pure and total.
 */
export function readRpcMessage(value: Record<string, unknown>): RpcMessage {
  const { id, method } = value;
  const params = isRecord(value['params']) ? value['params'] : {};
  if (typeof method === 'string') {
    if (!('id' in value)) return { kind: 'notification', method, params };
    if (!isRpcId(id)) return { kind: 'unreadable', reason: `a request ${method} with an unusable id` };
    return { kind: 'request', id, method, params };
  }
  if (!('id' in value) && !('error' in value))
    return { kind: 'unreadable', reason: 'neither a call nor an answer' };
  const answered = isRpcId(id) ? ourId(id) : null;
  const error = value['error'];
  if (error === undefined || error === null) {
    return { kind: 'response', id: answered, result: value['result'] ?? null };
  }
  return { kind: 'failure', id: answered, error: readError(error) };
}

function isRpcId(id: unknown): id is RpcId {
  return id === null || typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
}

/** Every id that simse gives is a number, so digits in quotes are one of them. */
function ourId(id: RpcId): RpcId {
  return typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
}

function readError(error: unknown): { code: number; message: string; data?: unknown } {
  if (!isRecord(error)) return { code: INTERNAL_ERROR, message: String(error) };
  const { code, message, data } = error;
  return {
    code: Number.isInteger(code) ? Number(code) : INTERNAL_ERROR,
    message: typeof message === 'string' ? message : 'an error without a message',
    ...(data === undefined ? {} : { data }),
  };
}
