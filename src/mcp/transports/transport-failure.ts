import { type ErrorCode, SimseError } from '../../core/errors.ts';

/** What the host can do about a failure beside what its code says. In each case the server did not run the request. */
export type FailureKind =
  /** The server no longer knows the session: a new handshake, at once, is all that is needed. */
  | 'session_expired'
  /** No connection to the server came about. */
  | 'unreachable'
  /** The server wants to be left alone for a while, for `retryAfterMs` where it says so. */
  | 'busy'
  /** The address answers, but not by this transport. */
  | 'wrong_transport';

const CODES: Record<FailureKind, ErrorCode> = {
  session_expired: 'mcp_failed',
  unreachable: 'mcp_failed',
  busy: 'mcp_failed',
  wrong_transport: 'config',
};

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

/** Whether the server has forgotten the session, so that the request was not run and a new connection can run it. */
export function isSessionExpired(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && error.kind === 'session_expired';
}
