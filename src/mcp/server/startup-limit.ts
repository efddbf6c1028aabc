import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { Pause } from '../connection/pause.ts';

/**
 * Runs one attempt to get a server ready with a signal that aborts, with a SimseError, when `startupTimeoutMs` have passed
 * or the attempt is not wanted any more. A login that somebody is busy with does not count.
 */
export async function withStartupLimit<T>(
  { startupTimeoutMs }: McpServerConfig,
  pause: Pause,
  stopping: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController();
  const stop = (): void => attempt.abort(stopping.reason);
  const timer = setTimeout(() => {
    if (pause.isPaused) timer.refresh();
    else attempt.abort(startupTimeout(startupTimeoutMs));
  }, startupTimeoutMs);
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop, { once: true });
  try {
    return await run(attempt.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}

function startupTimeout(startupTimeoutMs: number): SimseError {
  return new SimseError(
    'timeout',
    `was not ready within ${startupTimeoutMs} ms ("startupTimeoutMs" in mcp.json)`,
  );
}
