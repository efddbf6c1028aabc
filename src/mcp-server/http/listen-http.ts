import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isLoopbackAddress } from '../../platform/loopback.ts';
import {
  type HttpGuardOptions,
  type HttpRefusal,
  type HttpSecret,
  hostNames,
  isLoopback,
  refuseRequest,
} from './http-guard.ts';
import { answerError, type HttpRoute } from './http-route.ts';
import { limitConnections } from './limit-connections.ts';

const NO_ADDRESS =
  'It has to be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for every one it has.';

/** By Node's code for the failure. */
const HINTS: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'Another program has the port; port 0 takes any that is free.'],
  ['EACCES', 'Ports below 1024 may need the rights of an administrator; port 0 takes any that is free.'],
  ['EADDRNOTAVAIL', NO_ADDRESS],
  ['ENOTFOUND', NO_ADDRESS],
  ['EAI_AGAIN', NO_ADDRESS],
]);

/** Slower clients hold connections that others could have. */
const REQUEST_MS = 30_000;
const HEADERS_MS = 10_000;
/** How often it is looked who is too slow; more often for a shorter limit. */
const LOOK_MS = 5000;
/** Longer than clients pause, so that none writes into a connection that is just being closed. */
const KEEP_ALIVE_MS = 10 * 60 * 1000;
const MAX_CONNECTIONS = 1000;

/** What to do where a server could not listen, if that is known. */
export function listenHint(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause ? HINTS.get(cause.code) : undefined;
}

export interface HttpListenOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
  secret: HttpSecret | null;
  /** Whether no secret may mean that other machines need none either. */
  allowsAnyone?: boolean;
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
  const address = await addressOf(options);
  const limits = {
    requestTimeout: requestMs,
    headersTimeout: Math.min(HEADERS_MS, requestMs),
    connectionsCheckingInterval: Math.min(LOOK_MS, requestMs / 2),
  };
  const listener = createServer(limits, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  listener.keepAliveTimeout = KEEP_ALIVE_MS;
  const connections = limitConnections(listener, MAX_CONNECTIONS);
  const { port } = await listen(listener, address, options);
  const guard = guardFor(options, port);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A client that goes away in the middle is nobody's failure.
    request.on('error', () => {});
    const [path = ''] = (request.url ?? '').split('?', 1);
    const route = options.routes.find((candidate) => candidate.matches(path));
    const refusal = refuseRequest(request.headers, guard);
    if (refusal !== null) return refuse(response, refusal, route);
    connections.letIn(request, response);
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

/**
 * The address that a host's name stands for, which is the one that is listened on: what a name stands for may change. Throws
 * SimseError('usage') for one that others reach and where nobody would be asked for a secret.
 */
async function addressOf(options: HttpListenOptions): Promise<string> {
  const { host, port, secret, allowsAnyone = false } = options;
  const { address } = await lookup(host).catch((cause: unknown) => {
    throw cannotListen(options, cause);
  });
  if (secret !== null || allowsAnyone || isLoopbackAddress(address)) return address;
  throw new SimseError(
    'usage',
    `Other machines can reach ${host}:${port}, and would get in without a secret.`,
    {
      hint: 'Drop --no-auth, or listen on 127.0.0.1. To let anyone in: --dangerously-allow-unauthenticated.',
    },
  );
}

async function listen(
  listener: ReturnType<typeof createServer>,
  address: string,
  options: HttpListenOptions,
): Promise<AddressInfo> {
  try {
    listener.listen(options.port, address);
    await once(listener, 'listening');
    return listener.address() as AddressInfo;
  } catch (cause) {
    throw cannotListen(options, cause);
  }
}

function cannotListen({ host, port }: HttpListenOptions, cause: unknown): SimseError {
  const hint = listenHint(cause);
  return new SimseError('usage', `Cannot listen on ${host}:${port}: ${messageOf(cause)}`, {
    ...(hint === undefined ? {} : { hint }),
    cause,
  });
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
