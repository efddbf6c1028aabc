import { setTimeout as delay } from 'node:timers/promises';
import { SimseError } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { readEvents } from './sse-reader.ts';

/** How long to wait before a stream is opened again, when the server does not say. */
const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

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
    for await (const { data, id, retry } of readEvents(body, MESSAGE_LIMIT_BYTES, onDropped)) {
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
