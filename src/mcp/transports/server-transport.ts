import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type ErrorCode, SimseError } from '../../core/errors.ts';

const CODES: Record<FailureKind, ErrorCode> = {
  session_expired: 'mcp_failed',
  unreachable: 'mcp_failed',
  busy: 'mcp_failed',
  wrong_transport: 'config',
};

/**
 * What a connection needs of a transport beyond the SDK's contract. One object serves one connection.
 *
 * `send` of a request may stay pending until its answer has been delivered. It rejects with a SimseError when there will
 * be no answer: the request then rejects with the same error, and the others go on. Once written a request
 * is never sent again by a transport.
 *
 * A session that expired: every request that the server turned away for it rejects with a `TransportFailure` of the kind
 * `session_expired`; it was not run. Later, within about a second, the connection closes with such a `closeError`. What is
 * in flight then was taken by the server, and has to fail with the reason, not with that error. The host connects anew at
 * once, without a notice and without counting a failure, and sends each request that was turned away once more; what it is
 * answered then stands. A connection that lasted for seconds only is an ordinary failed attempt, however it ended.
 *
 * `start` returns at once: what takes its time belongs to the first `send`, which the deadline of the handshake covers.
 */
export interface ServerTransport extends Transport {
  /** Of the server's process, where it is a child of simse. */
  readonly pid?: number | undefined;
  /** Which transport it turned out to be, where the entry leaves that open. */
  readonly detectedAs?: 'http' | 'sse';
  /** How the connection ended, one line: the exit code and what the server wrote last. Final once `onclose` is called. */
  closeReason(): string;
  /** What ended the connection, where the host can do better than to start it again by its schedule. Final as the reason. */
  readonly closeError?: SimseError | undefined;
  /** Ends everything that the transport holds. May be called often; never rejects. */
  close(): Promise<void>;
}

/** What a transport reports beside messages. Listeners must not throw. */
export interface TransportNotes {
  /** Something arrived that is no message. One line. */
  onNoise(line: string): void;
  /** The server wrote a line to its stderr. */
  onStderr?(line: string): void;
  /** A message over the size limit was dropped: a request may now never be answered. */
  onDropped(bytes: number): void;
}

/**
 * The way to a remote server, with the user's credentials. Only requests to the server's own origin carry them.
 */
export interface RemoteAccess {
  /**
   * As `fetch`, but redirects are followed only within the origin, and a 401 or 403 is answered by what the user has
   * configured (a refreshed token, a login) before the response is returned. Rejects with SimseError('auth_required') when
   * the server requires a login that cannot be had now. A DELETE, which ends a session, is never answered by that.
   */
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** The headers of a request that `fetch` cannot make, as a WebSocket handshake. Rejects when `signal` aborts. */
  headers(signal: AbortSignal): Promise<Record<string, string>>;
}

/** What the host can do about a failure beside what its code says. In each case the server did not run the request. */
type FailureKind =
  /** The server no longer knows the session: a new handshake, at once, is all that is needed. */
  | 'session_expired'
  /** No connection to the server came about. */
  | 'unreachable'
  /** The server wants to be left alone for a while, for `retryAfterMs` where it says so. */
  | 'busy'
  /** The address answers, but not by this transport. */
  | 'wrong_transport';

interface FailureOptions {
  hint?: string;
  cause?: unknown;
  retryAfterMs?: number;
}

/** Why a request could not be made over a transport. Its message lacks the subject, as all of a transport's do. */
export class TransportFailure extends SimseError {
  readonly kind: FailureKind;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(CODES[kind], message, options);
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Whether the server no longer knows the session, so that the request was not run and a new connection can run it. */
export function isSessionExpired(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && error.kind === 'session_expired';
}
