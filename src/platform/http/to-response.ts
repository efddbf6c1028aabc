import type { IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { SimseError } from '../../core/errors.ts';

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
export function toResponse(incoming: IncomingMessage): Response {
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
function decoded(incoming: IncomingMessage, headers: Headers): Readable {
  const decode = DECODERS.get(headers.get('content-encoding')?.toLowerCase() ?? '');
  if (decode === undefined) return incoming;
  headers.delete('content-encoding');
  headers.delete('content-length');
  // Whoever reads the body learns what went wrong with it.
  return pipeline(incoming, decode(), () => {});
}
