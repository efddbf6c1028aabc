import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { parseJson } from './parse-json.ts';
import { readText } from './read-body.ts';
import { TransportFailure } from './transport-failure.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_WORDS_CHARS = 300;
/** How a server that was made after the SDK's examples turns away a session that it does not know, with a 400. */
const UNKNOWN_SESSION_CODE = -32_000;

/** What was asked of the server, as far as it decides what its status means. */
export interface Asked {
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

/** A response that is no success, read to its end. */
export interface Refusal {
  status: number;
  /** Status and reason phrase, and what the server says about it. */
  answer: string;
  /** The body, where it is a JSON-RPC error. */
  rpcError: Record<string, unknown> | null;
  retryAfterMs: number | undefined;
}

export async function readRefusal(response: Response): Promise<Refusal> {
  const { status, statusText, headers } = response;
  const body = await readText(response, MAX_BODY_BYTES).catch(() => '');
  const value = parseJson(body);
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
  refusal: Refusal,
  { server, what, isHandshake, hasSession, otherTransport }: Asked,
): SimseError {
  const { status, answer, retryAfterMs } = refusal;
  const text = `answered ${what} with ${answer}`;
  if (status === 401) {
    return new SimseError('auth_required', `wants a login: it ${text}`, {
      hint: `Run \`simse mcp login ${server}\`, or set "auth" or "headers" of the server in mcp.json.`,
    });
  }
  if (hasSession && isUnknownSession(refusal)) {
    return new TransportFailure('session_expired', `has forgotten the session: it ${text}`);
  }
  if (status === 429 || retryAfterMs !== undefined) {
    const wish = retryAfterMs === undefined ? '' : `; it asks to wait ${Math.ceil(retryAfterMs / 1000)} s`;
    return new TransportFailure('busy', text + wish, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
  if (!isHandshake || status >= 500 || status === 408) return new SimseError('mcp_failed', text);
  if (status === 400 || status === 404 || status === 405) return wrongTransport(text, otherTransport);
  const hint = status === 403 ? { hint: 'What simse shows it as credentials may not use this server.' } : {};
  return new SimseError('config', text, hint);
}

/** The failure of a server that answers, but not as its transport should. */
export function wrongTransport(text: string, otherTransport?: 'http' | 'sse'): TransportFailure {
  const other = otherTransport === undefined ? '' : `; if it is right, try "transport": "${otherTransport}"`;
  return new TransportFailure('wrong_transport', text, { hint: `Check the "url" in mcp.json${other}.` });
}

function isUnknownSession({ status, rpcError }: Refusal): boolean {
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
