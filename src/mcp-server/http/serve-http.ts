import { createMcpServer, type McpServerOptions } from '../create-mcp-server.ts';
import { type HttpListener, type HttpListenOptions, listenHttp } from './listen-http.ts';
import { createStreamableRoute } from './streamable-route.ts';

const IDLE_MS = 30 * 60 * 1000;
const MAX_SESSIONS = 500;

export interface ServeHttpOptions extends McpServerOptions, Omit<HttpListenOptions, 'routes'> {
  /** A session that is not used for this long ends, milliseconds. */
  idleMs?: number;
}

/** Serves the features over HTTP at `/mcp`, until it is disposed of. Rejects as listenHttp. */
export function serveHttp(options: ServeHttpOptions): Promise<HttpListener> {
  const route = createStreamableRoute({
    path: '/mcp',
    createServer: () => createMcpServer(options),
    idleMs: options.idleMs ?? IDLE_MS,
    maxSessions: MAX_SESSIONS,
  });
  return listenHttp({ ...options, routes: [route] });
}
