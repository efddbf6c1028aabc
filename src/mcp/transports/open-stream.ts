import { SimseError } from '../../core/errors.ts';
import { contentType, type HttpEndpoint, isEventStream } from './http-endpoint.ts';
import { discard } from './read-body.ts';
import { readRefusal, statusFailure } from './status-failure.ts';

/** Statuses that another attempt may get over: a time-out, a stream that the server believes still open, too many, too soon. */
const PASSING = new Set([408, 409, 425, 429]);

/** Why a stream could not be opened, and whether it would be no different the next time. */
export interface StreamRefusal {
  failure: SimseError;
  isLasting: boolean;
}

/** Opens a stream of messages, continued after an event where one is given. Rejects only when `signal` aborts. */
export async function openStream(
  endpoint: HttpEndpoint,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response | StreamRefusal> {
  try {
    const response = await endpoint.listen(lastEventId, signal);
    return isEventStream(response) ? response : await refuse(response, endpoint);
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    return { failure: error, isLasting: error.code !== 'mcp_failed' };
  }
}

async function refuse(response: Response, { server, hasSession }: HttpEndpoint): Promise<StreamRefusal> {
  const what = 'the request for a stream';
  if (response.ok) {
    await discard(response);
    const failure = new SimseError(
      'mcp_failed',
      `answered ${what} with ${contentType(response) || 'nothing'}`,
    );
    return { failure, isLasting: true };
  }
  const refusal = await readRefusal(response);
  return {
    failure: statusFailure(refusal, { server, what, isHandshake: false, hasSession }),
    isLasting: refusal.status < 500 && !PASSING.has(refusal.status),
  };
}
