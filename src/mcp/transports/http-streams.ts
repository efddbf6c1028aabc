import { setTimeout as delay } from 'node:timers/promises';
import { SimseError } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import { contentType, discard, isEventStream, readErrorResponse, statusFailure } from './http-response.ts';
import { readServerSentEvents } from './sse-reader.ts';

/** How long to wait before a stream is opened again, when the server does not say. */
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** Statuses that another attempt may get over: a time-out, a stream that the server believes still open, too many, too soon. */
const PASSING = new Set([408, 409, 425, 429]);
/** How often in a row opening the stream may fail: with the waits in between about half a minute. */
const MAX_FAILURES = 5;
/** A stream that lasted so long was worth opening, even if nothing came. */
const LASTING_MS = 10_000;

interface ListenOptions {
  endpoint: HttpEndpoint;
  onData(data: string): void;
  onDropped(bytes: number): void;
  onNoise(line: string): void;
  /** Told once: whether the server has such a stream. */
  onKnown(hasStream: boolean): void;
  signal: AbortSignal;
}

/**
 * Keeps the standing stream of a session open, on which a server sends what belongs to no request, and continues it after
 * the last event when it ends. Resolves when the server has none. Rejects with a SimseError when one that it had cannot be
 * opened any more, and with an AbortError when `signal` aborts.
 */
export async function keepListening(options: ListenOptions): Promise<void> {
  const { endpoint, signal, onKnown } = options;
  const cursor: StreamCursor = {};
  let hadStream = false;
  let failures = 0;
  let inVain = 0;
  for (;;) {
    const stream = await openMessageStream(endpoint, cursor.lastEventId, signal);
    if (stream instanceof Response) {
      if (!hadStream) onKnown(true);
      hadStream = true;
      failures = 0;
      const openedAt = Date.now();
      const { count } = await followStream(stream, cursor, options.onData, options.onDropped);
      inVain = count > 0 || Date.now() - openedAt >= LASTING_MS ? 0 : inVain + 1;
    } else {
      failures += 1;
      inVain = failures;
      const isFinal = stream.isLasting || failures > MAX_FAILURES;
      if (isFinal && hadStream) throw stream.failure;
      if (isFinal) return endWithout(stream.isLasting ? null : stream.failure.message, options);
    }
    await waitToRetry(cursor, Math.max(inVain - 1, 0), signal);
  }
}

/** A server need not have such a stream, so one that refuses it for good has none. */
function endWithout(trouble: string | null, { onNoise, onKnown }: ListenOptions): void {
  if (trouble !== null) onNoise(`its notifications cannot be had: it ${trouble}`);
  onKnown(false);
}

/** Why a stream could not be opened, and whether it would be no different the next time. */
interface StreamRefusal {
  failure: SimseError;
  isLasting: boolean;
}

/** Opens a stream of messages, continued after an event where one is given. Rejects only when `signal` aborts. */
export async function openMessageStream(
  endpoint: HttpEndpoint,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response | StreamRefusal> {
  try {
    const response = await endpoint.listen(lastEventId, signal);
    return isEventStream(response) ? response : await toRefusal(response, endpoint);
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    return { failure: error, isLasting: error.code !== 'mcp_failed' };
  }
}

async function toRefusal(response: Response, { server, hasSession }: HttpEndpoint): Promise<StreamRefusal> {
  const what = 'the request for a stream';
  if (response.ok) {
    await discard(response);
    const failure = new SimseError(
      'mcp_failed',
      `answered ${what} with ${contentType(response) || 'nothing'}`,
    );
    return { failure, isLasting: true };
  }
  const refusal = await readErrorResponse(response);
  return {
    failure: statusFailure(refusal, { server, what, isHandshake: false, hasSession }),
    isLasting: refusal.status < 500 && !PASSING.has(refusal.status),
  };
}

/** Where a stream that ended is to be continued. */
export interface StreamCursor {
  lastEventId?: string;
  retryMs?: number;
}

export interface StreamEnd {
  /** How many events it brought. */
  count: number;
  /** What it broke with; null for one that was ended by the server. */
  fault: unknown;
}

/**
 * Hands over the data of a stream's events until it is over, and moves the cursor along. Rejects only with a SimseError that
 * a callback throws.
 */
export async function followStream(
  { body }: Response,
  cursor: StreamCursor,
  onData: (data: string) => void,
  onDropped: (bytes: number) => void,
): Promise<StreamEnd> {
  let count = 0;
  if (body === null) return { count, fault: null };
  try {
    for await (const { data, id, retry } of readServerSentEvents(body, MESSAGE_LIMIT_BYTES, onDropped)) {
      count += 1;
      if (id !== undefined) cursor.lastEventId = id;
      if (retry !== undefined) cursor.retryMs = retry;
      if (data !== '') onData(data);
    }
  } catch (error) {
    if (error instanceof SimseError) throw error;
    return { count, fault: error };
  }
  return { count, fault: null };
}

/** Waits as long as the server wants, and longer with every attempt that was in vain. Rejects when `signal` aborts. */
export function waitToRetry(
  { retryMs = RETRY_MS }: StreamCursor,
  inVain: number,
  signal: AbortSignal,
): Promise<void> {
  const delayMs = Math.min(retryMs * 2 ** inVain, Math.max(LONGEST_RETRY_MS, retryMs));
  return delay(delayMs, undefined, { signal, ref: false });
}
