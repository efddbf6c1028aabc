import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { parseBounded } from '../../core/rpc/message-bounds.ts';
import { INVALID_REQUEST, PARSE_ERROR } from '../../core/rpc/rpc-message.ts';
import { openResponseStream, type ResponseStream } from './event-stream.ts';
import { answerError, type HttpRoute, readBody, UNKNOWN_SESSION } from './http-route.ts';
import { type ClientSession, createSessionPool } from './session-pool.ts';

/** Where clients of old look for it. */
const LEGACY_PATH = '/sse';
const MESSAGES_PATH = '/messages';

interface LegacyRouteOptions {
  /** A server for one client: nothing of one ever reaches another. */
  createServer(): Server;
  /** With one more, the oldest ends. */
  maxSessions: number;
}

interface LegacySession extends ClientSession {
  transport: LegacyTransport;
}

/** MCP by HTTP+SSE (revision 2024-11-05), for clients that know nothing newer: the stream is the session, however idle. */
export function createLegacyRoute({ createServer, maxSessions }: LegacyRouteOptions): HttpRoute {
  const sessions = createSessionPool<LegacySession>({ idleMs: Number.POSITIVE_INFINITY, maxSessions });

  async function open(response: ServerResponse): Promise<void> {
    const id = randomUUID();
    const transport = createLegacyTransport(response, `${MESSAGES_PATH}?sessionId=${id}`);
    sessions.add(id, {
      transport,
      usedAt: Date.now(),
      isBusy: () => true,
      end: () => transport.close(),
    });
    transport.onclose = () => sessions.remove(id);
    await createServer().connect(transport);
  }

  async function take(id: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = sessions.get(id);
    if (session === undefined) {
      return answerError(response, 404, 'Session not found', { code: UNKNOWN_SESSION });
    }
    const body = await readBody(request);
    if (body === null) return answerError(response, 413, 'Body too large');
    const outcome = session.transport.receive(body);
    if (outcome === 'no-json') return answerError(response, 400, 'Parse error', { code: PARSE_ERROR });
    if (outcome === 'no-message') {
      return answerError(response, 400, 'Invalid Request', { code: INVALID_REQUEST });
    }
    response.writeHead(202).end('Accepted');
  }

  return {
    matches: (path) => path === LEGACY_PATH || path === MESSAGES_PATH,
    async serve(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const allowed = pathname === LEGACY_PATH ? 'GET' : 'POST';
      if (request.method !== allowed) {
        return answerError(response, 405, 'Method not allowed', { headers: { allow: allowed } });
      }
      if (allowed === 'GET') await open(response);
      else await take(searchParams.get('sessionId') ?? '', request, response);
    },
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  };
}

interface LegacyTransport extends Transport {
  /** A body that was posted for it. */
  receive(body: string): 'taken' | 'no-json' | 'no-message';
}

/**
 * The server's end of HTTP+SSE for one client: messages go out by the stream that answers its GET, and begin with the address
 * that it posts its own to. In place of the SDK's, which is deprecated, sends nothing in between and answers all that is wrong
 * with 400.
 */
function createLegacyTransport(response: ServerResponse, endpoint: string): LegacyTransport {
  let stream: ResponseStream | undefined;
  const transport: LegacyTransport = {
    async start() {
      stream = openResponseStream(response, () => transport.onclose?.());
      stream.send({ event: 'endpoint', data: endpoint });
    },
    async send(message) {
      stream?.send({ event: 'message', data: JSON.stringify(message) });
    },
    async close() {
      stream?.end();
    },
    receive(body) {
      const value = parseBounded(body);
      if (value === undefined) return 'no-json';
      const message = JSONRPCMessageSchema.safeParse(value);
      if (!message.success) return 'no-message';
      transport.onmessage?.(message.data);
      return 'taken';
    },
  };
  return transport;
}
