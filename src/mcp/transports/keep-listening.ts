import { followStream, type StreamCursor, waitToRetry } from './follow-stream.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import { openStream } from './open-stream.ts';

/** How often in a row opening the stream may fail: with the waits in between about half a minute. */
const MAX_FAILURES = 5;
/** A stream that lasted so long was worth opening, even if nothing came. */
const LASTING_MS = 10_000;

export interface ListenOptions {
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
    const stream = await openStream(endpoint, cursor.lastEventId, signal);
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
