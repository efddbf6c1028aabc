import type { IncomingMessage } from 'node:http';
import { cleanLine } from '../../core/text/clean-text.ts';
import { messageOf } from '../../core/errors.ts';
import { networkProblem } from './network-problems.ts';

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

export const PROXY_NEEDS_LOGIN = 407;

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
