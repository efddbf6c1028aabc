import type { IncomingMessage } from 'node:http';
import { codeOf, messageOf } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';

/** What kept a request from its server. */
export interface NetworkProblem {
  /** For people, as the end of a sentence. */
  reason: string;
  /** What the user can do, one sentence. */
  hint?: string;
  /** Nothing of the request was written. */
  isUnsent?: true;
  /** Trying again is of no use. */
  isFinal?: true;
}

const TRUST =
  'If you trust it, name a file with the certificate of its authority in the environment variable NODE_EXTRA_CA_CERTS.';

const OFFLINE = 'Is this machine connected to the network?';
const NO_TLS = 'it does not speak TLS';
const TRY_HTTP = 'Should the address begin with http://?';
const SELF_SIGNED = tlsProblem('its certificate is self-signed', TRUST);
const UNVERIFIED = tlsProblem('its certificate cannot be verified', TRUST);
/** By the code that Node gives the error. */
const PROBLEMS: Readonly<Record<string, NetworkProblem>> = {
  ECONNREFUSED: {
    reason: 'connection refused',
    hint: 'Is the server running?',
    isUnsent: true,
    isFinal: true,
  },
  ENOTFOUND: { reason: 'no such host', hint: 'Check the address, and the network.', isUnsent: true },
  EAI_AGAIN: { reason: 'host name lookup failed', hint: OFFLINE, isUnsent: true },
  ETIMEDOUT: { reason: 'no answer', isUnsent: true },
  UND_ERR_CONNECT_TIMEOUT: { reason: 'no answer', isUnsent: true },
  EHOSTUNREACH: { reason: 'no route to the host', hint: OFFLINE, isUnsent: true },
  ENETUNREACH: { reason: 'no route to its network', hint: OFFLINE, isUnsent: true },
  ECONNRESET: { reason: 'the connection was closed' },
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNVERIFIED,
  UNABLE_TO_GET_ISSUER_CERT: UNVERIFIED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNVERIFIED,
  CERT_HAS_EXPIRED: tlsProblem('its certificate has expired'),
  CERT_NOT_YET_VALID: tlsProblem('its certificate is not valid yet', 'Is the clock right?'),
  ERR_TLS_CERT_ALTNAME_INVALID: tlsProblem('its certificate is for another host'),
  EPROTO: { reason: NO_TLS, hint: TRY_HTTP, isUnsent: true },
  ERR_SSL_WRONG_VERSION_NUMBER: tlsProblem(NO_TLS, TRY_HTTP),
};

export const PROXY_NEEDS_LOGIN = 407;

/** What Node's error says of a connection; undefined for an error about something else. */
export function networkProblem(error: unknown): NetworkProblem | undefined {
  return PROBLEMS[codeOf(error)];
}

/**
 * Why the user's proxy let nothing through. The message goes after the name of what was wanted, and names the proxy without
 * its password. It always comes before the request itself was sent.
 */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  /** Whether trying again is of no use. */
  readonly isFinal: boolean;
  /** What the user can do, one sentence. */
  readonly hint: string | undefined;

  constructor(
    message: string,
    options: { isFinal?: boolean; hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isFinal = options.isFinal ?? false;
    this.hint = options.hint;
  }
}

/** Why the proxy itself could not be asked. */
export function proxyUnreachable(error: Error, proxy: URL): ProxyFailure {
  const reason = networkProblem(error)?.reason ?? messageOf(error);
  return new ProxyFailure(`the proxy ${proxy.origin} cannot be reached: ${reason}`, {
    hint: 'HTTPS_PROXY, HTTP_PROXY and ALL_PROXY name the proxy, NO_PROXY the hosts that need none.',
    cause: error,
  });
}

/** The proxy's 407. */
export function proxyNeedsLogin(proxy: URL, hasCredentials: boolean): ProxyFailure {
  const problem = hasCredentials ? 'refused the name and password' : 'needs a name and password';
  return new ProxyFailure(`the proxy ${proxy.origin} ${problem} (407)`, {
    isFinal: true,
    hint: 'Write them into HTTPS_PROXY and HTTP_PROXY as http://name:password@host:port.',
  });
}

/** Any other answer to CONNECT that is no tunnel: the proxy does not allow it, or has not reached `target` itself. */
export function proxyRefusal(
  { statusCode: status = 0, statusMessage = '' }: IncomingMessage,
  proxy: URL,
  target: string,
): ProxyFailure {
  const said = cleanLine(`${status} ${statusMessage}`).trim();
  return new ProxyFailure(`the proxy ${proxy.origin} answered ${said} when asked for ${target}`, {
    isFinal: status >= 400 && status < 500,
    hint: 'If the host is to be reached without the proxy, name it in NO_PROXY.',
  });
}

function tlsProblem(reason: string, hint?: string): NetworkProblem {
  return { reason, ...(hint === undefined ? {} : { hint }), isUnsent: true, isFinal: true };
}
