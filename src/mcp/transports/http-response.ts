import { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { MESSAGE_LIMIT_BYTES, messageTooLarge, parseBounded } from '../../core/rpc/message-bounds.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { EVENT_STREAM } from '../protocol/http-names.ts';
import { TransportFailure } from './server-transport.ts';

const MAX_DISCARDED_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 64 * 1024;
const MAX_WORDS_CHARS = 300;
/** How a server that was made after the SDK's examples turns away a session that it does not know, with a 400. */
const UNKNOWN_SESSION_CODE = -32_000;

/** The whole text of an answer; rejects with `limit` for one over the limit, and as the body does when it breaks. */
export async function readBodyText(response: Response, limitBytes = MESSAGE_LIMIT_BYTES): Promise<string> {
  const length = Number(response.headers.get('content-length'));
  if (length > limitBytes) {
    await response.body?.cancel();
    throw messageTooLarge(length);
  }
  // A length that was given bounds what is read.
  if (length > 0) return response.text();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw messageTooLarge(bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads past a body that means nothing, so that its connection can be used again. Never rejects. */
export async function discard({ body }: Response): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) break;
    }
  } catch {
    // It broke off, which is as good as read.
  }
}

/** What a body is, without the parameters of its type; empty when the server does not say. */
export function contentType({ headers }: Response): string {
  return (headers.get('content-type')?.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a response is a success with a stream of events. */
export function isEventStream(response: Response): boolean {
  return response.ok && contentType(response) === EVENT_STREAM;
}

/** A response that is no success, read to its end. */
interface ErrorResponse {
  status: number;
  /** Status and reason phrase, and what the server says about it. */
  answer: string;
  /** The body, where it is a JSON-RPC error. */
  rpcError: Record<string, unknown> | null;
  retryAfterMs: number | undefined;
}

/** What was asked of the server, as far as it decides what its status means. */
interface FailedRequest {
  /** The server's name in the config. */
  server: string;
  /** In words, as `initialize`. */
  what: string;
  /** Whether it is the first thing that is asked of the server, so that it may not be one of this transport at all. */
  isHandshake: boolean;
  /** Whether it was asked within a session. */
  hasSession: boolean;
  /** What to advise when it is none. */
  otherTransport?: 'http' | 'sse';
}

export async function readErrorResponse(response: Response): Promise<ErrorResponse> {
  const { status, statusText, headers } = response;
  const body = await readBodyText(response, MAX_BODY_BYTES).catch(() => '');
  const value = parseBounded(body);
  const words = cleanLine(wordsOf(value, body, headers.get('content-type') ?? '')).slice(0, MAX_WORDS_CHARS);
  const line = cleanLine(`${status} ${statusText}`);
  return {
    status,
    answer: words === '' ? line : `${line}: ${words}`,
    rpcError: isRecord(value) && isRecord(value['error']) && value['jsonrpc'] === '2.0' ? value : null,
    retryAfterMs: retryAfter(headers.get('retry-after')),
  };
}

/** What a refusal means, and with it what the host does about it. */
export function statusFailure(
  refusal: ErrorResponse,
  { server, what, isHandshake, hasSession, otherTransport }: FailedRequest,
): SimseError {
  const { status, answer, retryAfterMs } = refusal;
  const text = `answered ${what} with ${answer}`;
  if (status === 401) {
    return new SimseError('auth_required', `requires a login: it ${text}`, {
      hint: `Run \`simse mcp login ${server}\`, or set "auth" or "headers" of the server in mcp.json.`,
    });
  }
  if (hasSession && isUnknownSession(refusal)) {
    return new TransportFailure('session_expired', `no longer knows the session: it ${text}`);
  }
  if (status === 429 || retryAfterMs !== undefined) {
    const wish = retryAfterMs === undefined ? '' : `; it asks to wait ${Math.ceil(retryAfterMs / 1000)} s`;
    return new TransportFailure('busy', text + wish, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
  if (!isHandshake || status >= 500 || status === 408) return new SimseError('mcp_failed', text);
  if (status === 400 || status === 404 || status === 405) return wrongTransport(text, otherTransport);
  const hint =
    status === 403 ? { hint: 'The credentials that simse sends give no access to this server.' } : {};
  return new SimseError('config', text, hint);
}

/** The failure of a server that answers, but not as its transport should. */
export function wrongTransport(text: string, otherTransport?: 'http' | 'sse'): TransportFailure {
  const other = otherTransport === undefined ? '' : `; if it is right, try "transport": "${otherTransport}"`;
  return new TransportFailure('wrong_transport', text, { hint: `Check the "url" in mcp.json${other}.` });
}

function isUnknownSession({ status, rpcError }: ErrorResponse): boolean {
  const error = rpcError?.['error'];
  return status === 404 || (status === 400 && isRecord(error) && error['code'] === UNKNOWN_SESSION_CODE);
}

/** The sentence in an error body, of whichever of the usual shapes; a page of HTML has none. */
function wordsOf(value: unknown, body: string, type: string): string {
  if (typeof value === 'string') return value;
  if (isRecord(value)) {
    const { error, error_description: description, message, reason, detail } = value;
    const found = [description, message, reason, detail, error].find((part) => typeof part === 'string');
    return typeof found === 'string' ? found : wordsOf(error, '', '');
  }
  return type.includes('html') || body.startsWith('<') ? '' : body;
}

/** Milliseconds from a Retry-After header, which holds seconds or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return milliseconds > 0 ? milliseconds : undefined;
}
