import type { ServerResponse } from 'node:http';
import type { RpcId } from '../../core/rpc/rpc-message.ts';
import { JSON_BODY } from '../../mcp/protocol/http-names.ts';

export const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

export interface ErrorAnswer {
  code?: number;
  /** Of the request, where it is known. */
  id?: RpcId;
  data?: unknown;
  headers?: Record<string, string>;
}

/** Answers a request that is not served, as JSON-RPC clients can read it, and lets the connection go. */
export function answerError(
  response: ServerResponse,
  status: number,
  message: string,
  { code = REFUSED, id = null, data, headers = {} }: ErrorAnswer = {},
): void {
  response.writeHead(status, { 'content-type': JSON_BODY, connection: 'close', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message, data }, id }));
}
