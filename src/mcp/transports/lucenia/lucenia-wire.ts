import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../../core/errors.ts';
import { isRecord } from '../../../core/json.ts';
import { JSON_BODY } from '../../protocol/http-names.ts';
import { parseBounded } from '../../../core/rpc/message-bounds.ts';
import { readBodyText, readErrorResponse, statusFailure } from '../http-response.ts';
import { isSessionExpired, TransportFailure } from '../server-transport.ts';
import type { ServerSentEvent } from '../sse-reader.ts';
import type { SessionLink } from './open-session.ts';

/** Their words may name a session, but not since it is gone. */
const ABOUT_CREDENTIALS = new Set([401, 403]);

/** One of the two ways in which servers of this kind are spoken to, for as long as its session lasts. */
export interface LuceniaWire {
  /** As of a transport: settles when the message has been answered, or will not be. */
  send(message: JSONRPCMessage): Promise<void>;
  /** An event that followed the greeting. Does not throw. */
  take(event: ServerSentEvent): void;
  /** Settles whatever waits for an answer: there will be none. */
  end(error: SimseError): void;
}

/** What a wire is given of its transport. */
export interface WireLink extends SessionLink {
  onMessage(message: JSONRPCMessage): void;
  /** The server turned a message away, and will any other: it has forgotten the session, or wants a login for it. */
  onLost(failure: SimseError): void;
}

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
      accept: JSON_BODY,
      'accept-encoding': 'identity',
      'content-type': JSON_BODY,
    },
    body: JSON.stringify(body),
    signal,
  });
  const text = await readBodyText(response);
  const value = parseBounded(text);
  if (isRpcAnswer(value)) return value;
  // ml-commons may have begun its answer as a success before it found that there is no such session.
  const status = restStatus(value) ?? response.status;
  if (status < 400) return value;

  const { statusText, headers } = response;
  const phrase = response.ok ? {} : { statusText };
  const refusal = await readErrorResponse(new Response(text, { status, headers, ...phrase }));
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

/** Whether whatever else is sent in the session will be turned away as well. */
export function isLoss(error: unknown): error is SimseError {
  return isSessionExpired(error) || (error instanceof SimseError && error.code === 'auth_required');
}
