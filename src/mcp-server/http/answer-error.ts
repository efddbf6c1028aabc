import type { ServerResponse } from 'node:http';

export const SESSION_NOT_FOUND = -32001;
const REFUSED = -32000;

/** Answers a request that is not served, as JSON-RPC clients can read it, and lets the connection go. */
export function answerError(
  response: ServerResponse,
  status: number,
  message: string,
  { code = REFUSED, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
