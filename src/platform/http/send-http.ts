import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SimseError } from '../../core/errors.ts';
import { PROXY_NEEDS_LOGIN, proxyNeedsLogin, proxyUnreachable } from './network-problems.ts';
import { type Route, routeTo } from './route-to.ts';

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

/** These never have a body, and a Response refuses to be made with one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Each hands on what it has as soon as it can, for the sake of streams. */
const DECODERS = new Map([
  ['gzip', () => createGunzip({ flush: constants.Z_SYNC_FLUSH })],
  ['x-gzip', () => createGunzip({ flush: constants.Z_SYNC_FLUSH })],
  ['deflate', () => createInflate({ flush: constants.Z_SYNC_FLUSH })],
  ['br', () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
]);

/** An answer as fetch has it, with its body as it comes. Throws a SimseError for a number that is no status. */
function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
  if (status < 200 || status > 599)
    throw new SimseError('mcp_failed', `answered with ${status}, which is not an HTTP status`);
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  if (WITHOUT_BODY.has(status) || headers.get('content-length') === '0') {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  const body = Readable.toWeb(decoded(incoming, headers)) as ReadableStream<Uint8Array>;
  return new Response(body, { status, statusText, headers });
}

/** The body as it was before some servers compress it, asked or not; what the headers say of it is then no longer so. */
function decoded(incoming: IncomingMessage, headers: Headers): Readable {
  const decode = DECODERS.get(headers.get('content-encoding')?.toLowerCase() ?? '');
  if (decode === undefined) return incoming;
  headers.delete('content-encoding');
  headers.delete('content-length');
  // Whoever reads the body learns what went wrong with it.
  return pipeline(incoming, decode(), () => {});
}
