import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { answerError, SESSION_NOT_FOUND } from './answer-error.ts';
import { createEventMemory } from './event-memory.ts';
import type { HttpRoute } from './http-route.ts';

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
/** How long after a break clients are asked to come back. */
const RETRY_MS = 1000;
const IDLE_LOOK_MS = 30_000;

export interface StreamableRouteOptions {
  path: string;
  /** A server for one client: nothing of one ever reaches another. */
  createServer(): Server;
  /** A session that is neither used nor listened to for this long ends, milliseconds. */
  idleMs: number;
  /** With one more, the one that was idle longest ends. */
  maxSessions: number;
}

interface ClientSession {
  transport: StreamableHTTPServerTransport;
  usedAt: number;
  /** Requests that are being answered, standing streams among them. */
  open: number;
}

/** MCP by Streamable HTTP: a server and transport for each session, resumable streams, 404 for a session that has ended. */
export function createStreamableRoute(options: StreamableRouteOptions): HttpRoute {
  const sessions = new Map<string, ClientSession>();
  const end = (id: string): void => void sessions.get(id)?.transport.close();
  const isIdle = ({ open, usedAt }: ClientSession): boolean =>
    open === 0 && Date.now() - usedAt >= options.idleMs;
  const timer = setInterval(
    () => {
      for (const [id, session] of sessions) if (isIdle(session)) end(id);
    },
    Math.min(options.idleMs, IDLE_LOOK_MS),
  ).unref();

  const makeRoom = (): void => {
    if (sessions.size < options.maxSessions) return;
    const [oldest] = [...sessions].toSorted(
      ([, one], [, other]) => one.open - other.open || one.usedAt - other.usedAt,
    );
    if (oldest !== undefined) end(oldest[0]);
  };

  async function open(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventMemory(),
      retryInterval: RETRY_MS,
      maxRequestBodySize: BODY_LIMIT_BYTES,
      onsessioninitialized(id) {
        makeRoom();
        sessions.set(id, track(response, { transport, usedAt: Date.now(), open: 0 }));
      },
    });
    const server = options.createServer();
    await server.connect(transport);
    const tidy = transport.onclose;
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? '');
      tidy?.();
    };
    await transport.handleRequest(request, response);
    // It was no initialize, and has been refused.
    if (transport.sessionId === undefined) await server.close();
  }

  return {
    matches: (path) => path === options.path,
    async serve(request, response) {
      const id = request.headers['mcp-session-id'];
      if (id === undefined) return open(request, response);
      const session = sessions.get(String(id));
      if (session === undefined) {
        return answerError(response, 404, 'Session not found', { code: SESSION_NOT_FOUND });
      }
      track(response, session);
      await session.transport.handleRequest(request, response);
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
  };
}

function track(response: ServerResponse, session: ClientSession): ClientSession {
  session.open += 1;
  response.once('close', () => {
    session.open -= 1;
    session.usedAt = Date.now();
  });
  return session;
}
