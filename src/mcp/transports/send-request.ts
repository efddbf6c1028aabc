import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SimseError } from '../../core/errors.ts';
import { toNetworkFailure } from './network-failure.ts';

/**
 * How long a connection is kept for the next request: less than the 5 s after which many servers close theirs, so that no
 * request is written to one that is just being closed.
 */
const IDLE_MS = 4000;
/** How long one address of a host is tried before the next one is; Node's own 250 ms are too short for a slow network. */
const ADDRESS_MS = 1000;
const KEEP_ALIVE = { keepAlive: true, timeout: IDLE_MS, autoSelectFamilyAttemptTimeout: ADDRESS_MS };

const PLAIN = { request: http.request, agent: new http.Agent(KEEP_ALIVE) };
const SECURE = { request: https.request, agent: new https.Agent(KEEP_ALIVE) };

/** These never have a body, and a Response refuses to be made with one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Each hands on what it has as soon as it can, for the sake of streams. */
const DECODERS = new Map([
  ['gzip', () => createGunzip({ flush: constants.Z_SYNC_FLUSH })],
  ['x-gzip', () => createGunzip({ flush: constants.Z_SYNC_FLUSH })],
  ['deflate', () => createInflate({ flush: constants.Z_SYNC_FLUSH })],
  ['br', () => createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
]);

interface HttpRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Looks up the host in place of Node's own, for whoever must know where a request goes. */
  lookup?: LookupFunction | undefined;
}

/**
 * One HTTP request, by node:http rather than the global fetch: it has no time limits of its own, follows no redirects, names
 * the failures, and takes half the time. Resolves with the head of the answer. Rejects with a SimseError, or with the
 * AbortError of the signal, which ends the body as well.
 */
export function sendRequest(
  url: URL,
  { method, headers, body, signal, lookup }: HttpRequest,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { request, agent } = url.protocol === 'https:' ? SECURE : PLAIN;
    const outgoing = request(url, {
      method,
      headers,
      agent,
      ...(signal === undefined ? {} : { signal }),
      ...(lookup === undefined ? {} : { lookup }),
    });
    outgoing.on('error', (error) => reject(toNetworkFailure(error, url)));
    outgoing.on('response', (incoming) => {
      try {
        resolve(toResponse(incoming));
      } catch (error) {
        incoming.destroy();
        reject(error);
      }
    });
    outgoing.end(body);
  });
}

function toResponse(incoming: http.IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = incoming;
  if (status < 200 || status > 599)
    throw new SimseError('mcp_failed', `answered with ${status}, which is no status`);
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
function decoded(incoming: http.IncomingMessage, headers: Headers): Readable {
  const decode = DECODERS.get(headers.get('content-encoding')?.toLowerCase() ?? '');
  if (decode === undefined) return incoming;
  headers.delete('content-encoding');
  headers.delete('content-length');
  // Whoever reads the body learns what went wrong with it.
  return pipeline(incoming, decode(), () => {});
}
