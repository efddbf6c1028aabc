import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../../core/errors.ts';
import { isRecord, recordOf, textOf } from '../../../core/json.ts';
import { parseBounded } from '../../../core/rpc/message-bounds.ts';
import { RpcError } from '../../../core/rpc/rpc-message.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { JSON_BODY } from '../../protocol/http-names.ts';
import {
  AUTHENTICATION_REQUIRED,
  RATE_LIMIT_EXCEEDED,
  SESSION_NOT_FOUND,
  TOOL_NOT_FOUND,
} from '../../protocol/lucenia-names.ts';
import { readBodyText, readErrorResponse, statusFailure } from '../http-response.ts';
import { isSessionExpired, TransportFailure } from '../server-transport.ts';
import type { ServerSentEvent } from '../sse-reader.ts';
import type { SessionLink } from './open-session.ts';

/** Their words may name a session, but not since it is gone. */
const ABOUT_CREDENTIALS = new Set([401, 403]);
const MAX_DETAIL_CHARS = 500;

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
  /** The server turned a message away, and will any other: it no longer knows the session, or asks for a login for it. */
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
    throw new TransportFailure(
      'session_expired',
      `no longer knows the session: it answered ${refusal.answer}`,
    );
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

/** What the host is told of an error that the server gave: in the words of simse where it can do something about it. */
export function toFailure(error: RpcError, server: string): SimseError | RpcError {
  const words = explain(error);
  switch (error.code) {
    case SESSION_NOT_FOUND:
      return new TransportFailure('session_expired', `no longer knows the session: ${words}`);
    case TOOL_NOT_FOUND:
      return new SimseError('not_found', `does not know the tool: ${words}`);
    case RATE_LIMIT_EXCEEDED:
      return new TransportFailure('busy', `limits how often it is asked: ${words}`, retryWish(error));
    case AUTHENTICATION_REQUIRED:
      return new SimseError('auth_required', `requires a login: ${words}`, {
        hint: `Set "auth" of the server in mcp.json, or run \`simse mcp login ${server}\`.`,
      });
    default:
      return new RpcError(error.code, words, error.data);
  }
}

/** What the server asks to wait for: `retry_after` in the error's data, in seconds. */
function retryWish({ data }: RpcError): { retryAfterMs?: number } {
  const seconds = Number(recordOf(data)['retry_after']);
  return seconds > 0 ? { retryAfterMs: Math.ceil(seconds * 1000) } : {};
}

/** The message of an error with what its data adds: `Invalid params (limit: Must be a positive integer)`. */
export function explain({ message, data }: RpcError): string {
  const detail = cleanLine(detailOf(data).slice(0, MAX_DETAIL_CHARS));
  return detail === '' || message.includes(detail) ? message : `${message} (${detail})`;
}

function detailOf(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (!isRecord(data)) return typeof data === 'string' ? data : JSON.stringify(data);
  const words = [data['reason'], data['message'], data['detail'], data['details']].find((part) =>
    textOf(part),
  );
  const field = textOf(data['field']);
  if (typeof words !== 'string') return JSON.stringify(data);
  return field === undefined ? words : `${field}: ${words}`;
}
