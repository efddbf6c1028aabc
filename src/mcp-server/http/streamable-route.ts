import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { boundDepth } from '../../core/rpc/message-bounds.ts';
import { LAST_EVENT_HEADER, SESSION_HEADER } from '../../mcp/protocol/http-names.ts';
import { createEventMemory, type EventMemory, type SentEvent } from './event-memory.ts';
import { openResponseStream } from './event-stream.ts';
import { answerError, type HttpRoute, UNKNOWN_SESSION } from './http-route.ts';
import { type ClientSession, createSessionPool, type SessionPoolOptions } from './session-pool.ts';

/** How long after a break clients are asked to come back. */
const RETRY_MS = 1000;

export interface StreamableRouteOptions extends SessionPoolOptions {
  path: string;
  /** A server for one client: nothing of one ever reaches another. */
  createServer(): Server;
  bodyLimitBytes: number;
  /** Whether a client can go on with a stream that broke; not every old one understands the marks that this takes. */
  isResumable: boolean;
}

interface StreamableSession extends ClientSession {
  transport: StreamableHTTPServerTransport;
  memory: EventMemory;
  usedAt: number;
  /** Requests that are being answered, standing streams among them. */
  open: number;
}

/** MCP by Streamable HTTP: a server and transport for each session, resumable streams, 404 for a session that has ended. */
export function createStreamableRoute(options: StreamableRouteOptions): HttpRoute {
  const sessions = createSessionPool<StreamableSession>(options);

  async function open(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const memory = createEventMemory();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: options.bodyLimitBytes,
      ...(options.isResumable ? { eventStore: memory, retryInterval: RETRY_MS } : {}),
      onsessioninitialized(id) {
        sessions.add(id, track(response, createSession(transport, memory)));
      },
    });
    const server = options.createServer();
    await server.connect(transport);
    const take = transport.onmessage;
    transport.onmessage = (message, extra) => take?.(boundDepth(message) as typeof message, extra);
    const tidy = transport.onclose;
    transport.onclose = () => {
      sessions.remove(transport.sessionId ?? '');
      tidy?.();
    };
    await transport.handleRequest(request, response);
    // It was no initialize, and has been refused.
    if (transport.sessionId === undefined) await server.close();
  }

  return {
    matches: (path) => path === options.path,
    async serve(request, response) {
      const id = request.headers[SESSION_HEADER];
      if (id === undefined) return open(request, response);
      const session = sessions.get(String(id));
      if (session === undefined) {
        return answerError(response, 404, 'Session not found', { code: UNKNOWN_SESSION });
      }
      track(response, session);
      const rest = session.memory.restAfter(String(request.headers[LAST_EVENT_HEADER]));
      if (request.method === 'GET' && rest !== null) return sendRest(response, rest);
      await session.transport.handleRequest(request, response);
    },
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  };
}

/** What a client has missed of a stream on which nothing more will come, which the library would leave open. */
function sendRest(response: ServerResponse, events: readonly SentEvent[]): void {
  const stream = openResponseStream(response, () => {});
  for (const { id, message } of events) {
    stream.send({ event: 'message', data: JSON.stringify(message), id });
  }
  stream.end();
}

function createSession(transport: StreamableHTTPServerTransport, memory: EventMemory): StreamableSession {
  return {
    transport,
    memory,
    usedAt: Date.now(),
    open: 0,
    isBusy() {
      return this.open > 0;
    },
    end: () => transport.close(),
  };
}

function track(response: ServerResponse, session: StreamableSession): StreamableSession {
  session.open += 1;
  response.once('close', () => {
    session.open -= 1;
    session.usedAt = Date.now();
  });
  return session;
}
