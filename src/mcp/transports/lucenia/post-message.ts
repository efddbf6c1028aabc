import { isRecord } from '../../../core/json.ts';
import { parseJson } from '../parse-json.ts';
import { readText } from '../read-body.ts';
import { readRefusal, statusFailure } from '../status-failure.ts';
import { TransportFailure } from '../transport-failure.ts';
import type { SessionLink } from './open-stream.ts';

/** Their words may name a session, but not since it is gone. */
const ABOUT_CREDENTIALS = new Set([401, 403]);

/**
 * Posts JSON to a server. Resolves with the JSON of the answer, undefined for one that is none, such as ml-commons' `OK`;
 * rejects with a SimseError when the server turns it away. `what` is the message in words, as its method.
 */
export async function postMessage(
  { config, access, signal }: SessionLink,
  endpoint: URL,
  body: object,
  what: string,
): Promise<unknown> {
  const response = await access.fetch(endpoint, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal,
  });
  const text = await readText(response);
  const value = parseJson(text);
  if (isRpcAnswer(value)) return value;
  // ml-commons may have begun its answer as a success before it found that there is no such session.
  const status = restStatus(value) ?? response.status;
  if (status < 400) return value;

  const { statusText, headers } = response;
  const phrase = response.ok ? {} : { statusText };
  const refusal = await readRefusal(new Response(text, { status, headers, ...phrase }));
  if (!ABOUT_CREDENTIALS.has(status) && /\bsession/i.test(refusal.answer)) {
    throw new TransportFailure('session_expired', `has forgotten the session: it answered ${refusal.answer}`);
  }
  throw statusFailure(refusal, { server: config.name, what, isHandshake: false, hasSession: true });
}

/** A server that has no stream to answer on may answer right here. */
function isRpcAnswer(value: unknown): boolean {
  const [first] = Array.isArray(value) ? value : [value];
  return isRecord(first) && 'jsonrpc' in first;
}

/** The status in an error of the REST API, `{"error": {"type", "reason"}, "status": 400}`. */
function restStatus(value: unknown): number | undefined {
  if (!isRecord(value) || !('error' in value)) return undefined;
  const status = Number(value['status']);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined;
}
