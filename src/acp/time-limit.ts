import { SimseError } from '../core/errors.ts';
import type { Activity } from './activity.ts';

/** Runs with a signal that aborts after `limitMs` with a `timeout`, or when the outer signal aborts, with its reason. */
export async function withTimeLimit<T>(
  limitMs: number,
  what: string,
  run: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const limit = new AbortController();
  const onAbort = (): void => limit.abort(outer?.reason);
  const timer = setTimeout(
    () => limit.abort(new SimseError('timeout', `${what} within ${inWords(limitMs)}`)),
    limitMs,
  );
  if (outer?.aborted === true) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}

/** As withTimeLimit, but time counts only while the agent is silent and does not wait for the user. */
export async function withSilenceLimit<T>(
  activity: Activity,
  limitMs: number,
  what: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stopWatching = activity.watchSilence(limitMs, () =>
    limit.abort(new SimseError('timeout', `${what} within ${inWords(limitMs)}`)),
  );
  try {
    return await run(limit.signal);
  } finally {
    stopWatching();
  }
}

/** A duration for people: "800 ms", "1.5 s", "60 s". */
export function inWords(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
