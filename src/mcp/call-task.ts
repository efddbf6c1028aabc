import { setTimeout as delay } from 'node:timers/promises';
import { cleanLine } from '../core/text/clean-text.ts';
import type { ToolCallOptions } from '../core/ports/catalogue.ts';
import { numberOf, recordOf, textOf } from '../core/json.ts';
import type { RpcParams } from '../core/rpc/rpc-message.ts';
import type { ServerRequests } from './server/server-requests.ts';

/** How often a task is looked at when its server does not say, and the bounds of what it may say. */
const POLL_MS = 1000;
const LEAST_POLL_MS = 100;
const LONGEST_POLL_MS = 10_000;

/**
 * Calls a tool that its server runs as a task: it is begun, looked at from time to time, which keeps the call alive, and
 * its result is waited for. Whoever interrupts the call cancels the task. Resolves with the result as it came; rejects as
 * the server's requests do.
 */
export async function callAsTask(
  requests: ServerRequests,
  params: RpcParams,
  options: ToolCallOptions,
): Promise<unknown> {
  const begun = await requests.request('tools/call', { ...params, task: {} }, options);
  const { taskId, pollInterval } = recordOf(recordOf(begun)['task']);
  if (typeof taskId !== 'string') return begun;
  const ended = new AbortController();
  const either = AbortSignal.any([ended.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const cancel = (): void => void requests.tryRequest('tasks/cancel', { taskId });
  options.signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([
      requests.request('tasks/result', { taskId }, { ...options, signal: either, timeoutMs: null }),
      watchTask(requests, taskId, clampPoll(pollInterval), options, ended.signal),
    ]);
  } finally {
    ended.abort();
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Tells what the server says of the task. Rejects when it says nothing any more, and resolves only after the end. */
async function watchTask(
  requests: ServerRequests,
  taskId: string,
  pollMs: number,
  { onProgress }: ToolCallOptions,
  ended: AbortSignal,
): Promise<void> {
  let told = '';
  for (let progress = 1; ; progress += 1) {
    const isOver = await delay(pollMs, false, { signal: ended }).catch(() => true);
    if (isOver) return;
    const { statusMessage } = recordOf(await requests.request('tasks/get', { taskId }));
    const message = cleanLine(textOf(statusMessage) ?? '');
    if (message === '' || message === told) continue;
    told = message;
    onProgress?.({ progress, message });
  }
}

function clampPoll(interval: unknown): number {
  return Math.min(Math.max(numberOf(interval) ?? POLL_MS, LEAST_POLL_MS), LONGEST_POLL_MS);
}
