import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { PROXY_NEEDS_LOGIN, proxyNeedsLogin, proxyUnreachable } from './proxy-problems.ts';
import { type Route, routeTo } from './route-to.ts';
import { toResponse } from './to-response.ts';

export interface HttpRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Looks up the host in place of Node's own, for whoever must know where a request goes. A proxy looks it up itself. */
  lookup?: LookupFunction | undefined;
}

/**
 * One HTTP request, by node:http rather than the global fetch: it has no time limits of its own, follows no redirects, goes
 * through the user's proxy, and takes half the time. Resolves with the head of the answer. Rejects with a ProxyFailure, with
 * Node's error, or with the AbortError of the signal, which ends the body as well.
 */
export async function sendHttp(
  url: URL,
  { method, headers, body, signal, lookup }: HttpRequest,
): Promise<Response> {
  const route = routeTo(url, signal);
  const { request, options, proxy } = route;
  const outgoing = request(url, {
    ...options,
    method,
    headers: { ...headers, ...(options.headers as OutgoingHttpHeaders | undefined) },
    ...(signal === undefined ? {} : { signal }),
    ...(lookup === undefined || proxy !== null ? {} : { lookup }),
  });
  outgoing.end(body);
  const incoming = await answerTo(outgoing, route);
  try {
    return toResponse(incoming);
  } catch (error) {
    incoming.destroy();
    throw error;
  }
}

function answerTo(outgoing: ClientRequest, { options, proxy, asksProxy }: Route): Promise<IncomingMessage> {
  const asked = asksProxy ? proxy : null;
  let isConnected = false;
  outgoing.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => (isConnected = true));
    else isConnected = true;
  });
  return new Promise((resolve, reject) => {
    outgoing.on('error', (error) => {
      const isProxys = asked !== null && !isConnected && error.name !== 'AbortError';
      reject(isProxys ? proxyUnreachable(error, asked) : error);
    });
    outgoing.on('response', (incoming) => {
      if (asked === null || incoming.statusCode !== PROXY_NEEDS_LOGIN) return resolve(incoming);
      incoming.destroy();
      reject(proxyNeedsLogin(asked, 'proxy-authorization' in (options.headers ?? {})));
    });
  });
}
