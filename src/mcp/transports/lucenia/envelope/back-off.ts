import { setTimeout as delay } from 'node:timers/promises';
import { recordOf } from '../../../../core/read-fields.ts';
import { RpcError } from '../../../../core/rpc-error.ts';
import { TransportFailure } from '../../transport-failure.ts';
import { RATE_LIMIT_EXCEEDED } from './lucenia-codes.ts';

/** How long is waited before each further attempt, where the server does not say. */
const DELAYS_MS = [500, 1000, 2000, 4000];
/** Whoever is asked to wait longer is told so instead. */
const MAX_DELAY_MS = 30_000;

/** Keeps every request of a connection back while its server wants to be left alone. */
export class BackOff {
  #until = 0;

  begin(delayMs: number): void {
    this.#until = Math.max(this.#until, Date.now() + delayMs);
  }

  /** Resolves when requests may go. Rejects when the signal is aborted. */
  async over(signal: AbortSignal): Promise<void> {
    for (let rest = this.#rest(); rest > 0; rest = this.#rest()) await delay(rest, undefined, { signal });
  }

  #rest(): number {
    return this.#until - Date.now();
  }
}

/** Milliseconds to wait before the same request may be tried again; null when trying would be no use. */
export function delayBeforeRetry(error: unknown, attempt: number): number | null {
  if (!isRateLimit(error)) return null;
  const delayMs = DELAYS_MS[attempt];
  if (delayMs === undefined) return null;
  const wishMs = error instanceof TransportFailure ? error.retryAfterMs : retryAfterMs(error);
  if (wishMs === undefined) return delayMs;
  return wishMs <= MAX_DELAY_MS ? wishMs : null;
}

/** What the server asks to wait for: `retry_after` in the error's data, in seconds. */
export function retryAfterMs({ data }: RpcError): number | undefined {
  const seconds = Number(recordOf(data)['retry_after']);
  return seconds > 0 ? Math.ceil(seconds * 1000) : undefined;
}

/** A request that was turned away for it has not been run. */
function isRateLimit(error: unknown): error is RpcError | TransportFailure {
  if (error instanceof TransportFailure) return error.kind === 'busy';
  return error instanceof RpcError && error.code === RATE_LIMIT_EXCEEDED;
}
