import { setTimeout as delay } from 'node:timers/promises';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { unlessAborted } from '../../core/unless-aborted.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import type { RequestOptions } from '../../core/rpc/pending-requests.ts';
import { cancelError } from '../connection/mcp-peer.ts';
import { isSessionExpired, TransportFailure } from '../transports/transport-failure.ts';

/** How long a server that is busy is left alone, when it does not say so itself, and how often it is tried again. */
const BUSY_DELAYS_MS = [1000, 2000, 4000];
/** Whoever is told to wait for longer learns of it. */
const LONGEST_WAIT_MS = 10_000;

/** The way to a server, whichever connection it has by then. */
export interface ServerLink {
  readonly connection: McpConnection | null;
  /** The live connection, after a start if need be; rejects when there is none. */
  connected(): Promise<McpConnection>;
  onFailure(connection: McpConnection, error: unknown): void;
}

/**
 * Sends a request, and once more what the server has turned away unread: at once when its session had expired, after a
 * while when it was busy. What it has taken is never sent again. Rejects as the connection does.
 */
export async function sendRequest(
  link: ServerLink,
  method: string,
  params: RpcParams,
  options: RequestOptions,
): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const connection = link.connection ?? (await unlessCancelled(link.connected(), method, options.signal));
    try {
      return await connection.request(method, params, options);
    } catch (error) {
      link.onFailure(connection, error);
      const waitMs = waitBeforeNext(error, attempt);
      if (waitMs === null) throw error;
      if (waitMs > 0) await waitFor(waitMs, method, options.signal);
    }
  }
}

/** Milliseconds; null when there is no other attempt. */
function waitBeforeNext(error: unknown, attempt: number): number | null {
  if (isSessionExpired(error)) return attempt === 0 ? 0 : null;
  if (!(error instanceof TransportFailure) || error.kind !== 'busy') return null;
  const scheduledMs = BUSY_DELAYS_MS[attempt];
  if (scheduledMs === undefined) return null;
  const waitMs = error.retryAfterMs ?? scheduledMs;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

/** What a promise brings; rejects at once when the caller interrupts the request that waits for it. */
export async function unlessCancelled<T>(
  promise: Promise<T>,
  method: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return promise;
  try {
    return await unlessAborted(promise, signal);
  } catch (error) {
    throw signal.aborted ? cancelError(method) : error;
  }
}

async function waitFor(waitMs: number, method: string, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch {
    // Only the caller's signal ends it.
    throw cancelError(method);
  }
}
