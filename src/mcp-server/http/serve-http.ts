import { createLuceniaRoute } from '../lucenia/lucenia-route.ts';
import { createOwnServer, type OwnServerOptions } from '../own-server.ts';
import { BODY_LIMIT_BYTES, type HttpRoute } from './http-route.ts';
import { createLegacyRoute } from './legacy-route.ts';
import { type HttpListener, type HttpListenOptions, listenHttp } from './listen-http.ts';
import { createStreamableRoute } from './streamable-route.ts';

const IDLE_MS = 30 * 60 * 1000;
const MAX_SESSIONS = 500;
/** Fewer, since each holds a connection. */
const MAX_STREAMS = 200;

export interface ServeHttpOptions extends OwnServerOptions, Omit<HttpListenOptions, 'routes'> {
  /** A session that is not used for this long ends, milliseconds. */
  idleMs?: number;
  /** Serves Lucenia's message API and HTTP+SSE as well. */
  sseMessage?: {
    /** Messages a second of one client of the message API. */
    rateLimit: number;
  };
}

/** Serves the features over HTTP at `/mcp`, until it is disposed of. Rejects as listenHttp. */
export function serveHttp(options: ServeHttpOptions): Promise<HttpListener> {
  const { idleMs = IDLE_MS, sseMessage } = options;
  const createServer = () => createOwnServer(options);
  const routes: HttpRoute[] = [
    createStreamableRoute({
      path: '/mcp',
      createServer,
      bodyLimitBytes: BODY_LIMIT_BYTES,
      isResumable: true,
      idleMs,
      maxSessions: MAX_SESSIONS,
    }),
  ];
  if (sseMessage !== undefined) {
    const { version, features } = options;
    const pool = { idleMs, maxSessions: MAX_STREAMS };
    routes.push(
      createLuceniaRoute({ version, features, ...sseMessage, ...pool }),
      createLegacyRoute({ createServer, maxSessions: MAX_STREAMS }),
    );
  }
  return listenHttp({ ...options, routes });
}
