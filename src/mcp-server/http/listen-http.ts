import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, SimseError } from '../../core/errors.ts';
import { answerError } from './answer-error.ts';
import {
  type HttpGuardOptions,
  type HttpRefusal,
  type HttpSecret,
  hostNames,
  isLoopback,
  refuseRequest,
} from './http-guard.ts';
import type { HttpRoute } from './http-route.ts';
import { listenHint } from './listen-hint.ts';

/** Slower clients hold connections that others could have. */
const REQUEST_MS = 30_000;
/** Longer than clients pause, so that none writes into a connection that is just being closed. */
const KEEP_ALIVE_MS = 10 * 60 * 1000;
const MAX_CONNECTIONS = 1000;

export interface HttpListenOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
  secret: HttpSecret | null;
  /** Other names and origins under which it may be reached, as behind a proxy. */
  allowedHosts?: readonly string[];
  allowedOrigins?: readonly string[];
  routes: readonly HttpRoute[];
  /** How long a client may take to send a request, milliseconds. */
  requestMs?: number;
}

export interface HttpListener extends AsyncDisposable {
  /** `http://host:port` */
  readonly origin: string;
  readonly port: number;
  /** What `Host` may say. */
  readonly names: readonly string[];
  /** Whether it is on an address that is none of loopback's usual ones. */
  readonly isOpen: boolean;
}

/**
 * Serves the routes to whoever may reach them. Rejects with SimseError('usage') for an address that cannot be had. Disposing
 * ends every connection and every call in flight.
 */
export async function listenHttp(options: HttpListenOptions): Promise<HttpListener> {
  const { requestMs = REQUEST_MS } = options;
  const limits = { requestTimeout: requestMs, connectionsCheckingInterval: requestMs / 2 };
  const listener = createServer(limits, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  listener.keepAliveTimeout = KEEP_ALIVE_MS;
  listener.maxConnections = MAX_CONNECTIONS;
  const { port } = await listen(listener, options);
  const guard = guardFor(options, port);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away in the middle is nobody's failure.
    request.on('error', () => {});
    const [path = ''] = (request.url ?? '').split('?', 1);
    const route = options.routes.find((candidate) => candidate.matches(path));
    const refusal = refuseRequest(request.headers, guard);
    if (refusal !== null) return refuse(response, refusal, route);
    if (route === undefined) return answerError(response, 404, 'Not found');
    await route.serve(request, response);
  }

  return {
    origin: `http://${hostNames(options.host, port)[0]}`,
    port,
    names: [...guard.hosts],
    isOpen: !isLoopback(options.host),
    async [Symbol.asyncDispose]() {
      const closed = once(listener, 'close');
      listener.close();
      await Promise.all(options.routes.map((route) => route[Symbol.asyncDispose]()));
      listener.closeAllConnections();
      await closed;
    },
  };
}

function refuse(
  response: ServerResponse,
  { status, message, challenge }: HttpRefusal,
  route: HttpRoute | undefined,
): void {
  if (challenge === undefined) return answerError(response, status, message);
  const headers = { 'www-authenticate': challenge };
  const code = route?.unauthorizedCode;
  answerError(response, status, message, { headers, ...(code === undefined ? {} : { code }) });
}

async function listen(
  listener: ReturnType<typeof createServer>,
  { host, port }: HttpListenOptions,
): Promise<AddressInfo> {
  try {
    listener.listen(port, host);
    await once(listener, 'listening');
    return listener.address() as AddressInfo;
  } catch (cause) {
    const hint = listenHint(cause);
    throw new SimseError('usage', `Cannot listen on ${host}:${port}: ${messageOf(cause)}`, {
      ...(hint === undefined ? {} : { hint }),
      cause,
    });
  }
}

function guardFor(
  { host, secret, allowedHosts = [], allowedOrigins = [] }: HttpListenOptions,
  port: number,
): HttpGuardOptions {
  const hosts = hostNames(host, port, allowedHosts);
  const own = hosts.map((name) => `http://${name}`);
  return {
    hosts: new Set(hosts),
    origins: new Set([...own, ...allowedOrigins.map((name) => name.toLowerCase())]),
    secret,
  };
}
