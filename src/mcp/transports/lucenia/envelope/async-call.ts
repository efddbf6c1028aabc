import { randomUUID } from 'node:crypto';
import { SimseError } from '../../../../core/errors.ts';
import { defined, recordOf, textOf } from '../../../../core/json.ts';
import type { RpcParams } from '../../../../core/rpc/rpc-message.ts';
import type { EnvelopeRequest } from './envelope-request.ts';
import type { RunningNews } from './open-calls.ts';

/** How long an asynchronous call may take. */
const LIMIT_MS = 60 * 60 * 1000;
/** How often it is said that one still runs, which keeps its deadline from passing; less for a shorter deadline. */
const BEAT_MS = 10_000;

/** Whether the caller asks for it itself. */
export function isAsyncCall(params: RpcParams): boolean {
  return recordOf(params['options'])['async'] === true;
}

/** A tools/call whose result may come long after its answer. */
export async function callAsync({
  method,
  params,
  timeoutMs,
  stop,
  call,
  onProgress,
}: EnvelopeRequest): Promise<unknown> {
  const options = recordOf(params['options']);
  const id = textOf(options['callback_id']) ?? randomUUID();
  let beats = 0;
  const beat = (news: Partial<RunningNews> = {}): void => {
    beats += 1;
    const { progress = beats, total, message } = news;
    onProgress(defined({ progress, total, message }));
  };
  const timer = setInterval(beat, Math.min(timeoutMs / 3, BEAT_MS));
  const limit = setTimeout(() => stop.abort(tooLong()), LIMIT_MS);
  try {
    const asked = { ...params, options: { ...options, async: true, callback_id: id } };
    return await call(method, asked, { callback: { id, onRunning: beat } });
  } finally {
    clearInterval(timer);
    clearTimeout(limit);
  }
}

function tooLong(): SimseError {
  return new SimseError('timeout', `did not call back within ${LIMIT_MS / 60_000} minutes`);
}
