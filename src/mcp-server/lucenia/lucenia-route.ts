import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { INVALID_REQUEST, RpcError } from '../../core/rpc/rpc-message.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import {
  AUTHENTICATION_REQUIRED,
  CONNECTION_EVENT,
  SESSION_NOT_FOUND,
} from '../../mcp/protocol/lucenia-names.ts';
import { openResponseStream } from '../http/event-stream.ts';
import { answerError, BODY_LIMIT_BYTES, type HttpRoute, readBody } from '../http/http-route.ts';
import { createSessionPool, type SessionPool, type SessionPoolOptions } from '../http/session-pool.ts';
import { invalidParams } from './lucenia-errors.ts';
import { LuceniaSession, type SessionServer } from './lucenia-session.ts';
import { type Envelope, readEnvelope } from './read-message.ts';

/** Where Lucenia has it. */
const LUCENIA_PATH = '/_plugins/_ml/mcp/sse';
const MESSAGE_PATH = `${LUCENIA_PATH}/message`;
/** How long after a break clients are asked to come back, as Lucenia says it. */
const RETRY_MS = 5000;
/** An id that a client may choose. */
const SESSION_ID = /^[\w.-]{1,128}$/;
const MAX_CALLER_CHARS = 100;

export interface LuceniaRouteOptions extends SessionServer, SessionPoolOptions {}

/**
 * Lucenia's message API: a GET opens a stream, which is the session; messages for it are posted in an envelope that names it,
 * and answered on the stream. What belongs to no session is answered right away.
 */
export function createLuceniaRoute(options: LuceniaRouteOptions): HttpRoute {
  const sessions = createSessionPool<LuceniaSession>(options);
  return {
    unauthorizedCode: AUTHENTICATION_REQUIRED,
    matches: (path) => path === LUCENIA_PATH || path === MESSAGE_PATH,
    async serve(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const isMessage = pathname === MESSAGE_PATH;
      const allowed = isMessage ? 'POST' : 'GET';
      if (request.method !== allowed) {
        return answerError(response, 405, 'Method not allowed', { headers: { allow: allowed } });
      }
      if (isMessage) return takeEnvelope(request, response, sessions);
      openSession(searchParams.get('session_id'), request, response, { sessions, server: options });
    },
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  };
}

/** An id that is somebody else's is refused: two clients in one session would get each other's answers. */
function openSession(
  chosen: string | null,
  { headers }: IncomingMessage,
  response: ServerResponse,
  { sessions, server }: { sessions: SessionPool<LuceniaSession>; server: SessionServer },
): void {
  const id = chosen ?? randomUUID();
  if (!SESSION_ID.test(id)) {
    const error = invalidParams('session_id', 'Must be 1 to 128 letters, digits, ".", "_" or "-"');
    return answerError(response, 400, error.message, error);
  }
  if (sessions.get(id) !== undefined) {
    return answerError(response, 409, 'Session exists', { code: INVALID_REQUEST });
  }
  const stream = openResponseStream(response, () => {
    sessions.remove(id);
    session.stop();
  });
  const session = new LuceniaSession(stream, server, callerName(headers['user-agent']));
  sessions.add(id, session);
  const data = JSON.stringify({ session_id: id, status: 'connected' });
  stream.send({ event: CONNECTION_EVENT, data, retryMs: RETRY_MS });
}

async function takeEnvelope(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: SessionPool<LuceniaSession>,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) {
    const words = `Invalid Request: larger than ${BODY_LIMIT_BYTES} bytes`;
    return answerError(response, 413, words, { code: INVALID_REQUEST });
  }
  const envelope = tryReadEnvelope(body);
  if (envelope instanceof RpcError) return answerError(response, 400, envelope.message, envelope);
  const session = sessions.get(envelope.sessionId);
  if (session === undefined) {
    return answerError(response, 404, 'Session not found', { code: SESSION_NOT_FOUND, id: envelope.id });
  }
  response.writeHead(202).end();
  session.take(envelope.message);
}

function tryReadEnvelope(body: string): Envelope | RpcError {
  try {
    return readEnvelope(body);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

/** The wire has no name for a client, but most say what program they are: `curl` of `curl/7.88.1`. */
function callerName(userAgent = ''): string {
  const [product = ''] = cleanLine(userAgent).split(/[/\s]/, 1);
  return product.slice(0, MAX_CALLER_CHARS) || 'a Lucenia client';
}
