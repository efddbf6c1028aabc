import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { INVALID_REQUEST, PARSE_ERROR } from '../../core/rpc/rpc-message.ts';
import { answerError, SESSION_NOT_FOUND } from './answer-error.ts';
import type { HttpRoute } from './http-route.ts';
import { createLegacyTransport, type LegacyTransport } from './legacy-transport.ts';
import { readBody } from './read-body.ts';
import { type ClientSession, createSessionPool } from './session-pool.ts';

/** Where clients of old look for it. */
const LEGACY_PATH = '/sse';
const MESSAGES_PATH = '/messages';

export interface LegacyRouteOptions {
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
      return answerError(response, 404, 'Session not found', { code: SESSION_NOT_FOUND });
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
