import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RpcId } from '../../core/rpc/rpc-message.ts';
import { JSON_BODY } from '../../mcp/protocol/http-names.ts';

export const UNKNOWN_SESSION = -32001;
const REFUSED = -32000;
export const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** Something that an HTTP server serves under paths of its own. */
export interface HttpRoute extends AsyncDisposable {
  /** The JSON-RPC code of a request that does not show the secret, where the route has one for it. */
  readonly unauthorizedCode?: number;
  matches(path: string): boolean;
  /** Answers; what it throws ends the connection. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface ErrorAnswer {
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

/**
 * The body of a request as text, or null for one over the limit. Such a one is read to its end all the same, without keeping
 * it: who is cut off while sending never gets to read why. Rejects when the client goes away in the middle.
 */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size <= BODY_LIMIT_BYTES ? Buffer.concat(chunks).toString('utf8') : null;
}
