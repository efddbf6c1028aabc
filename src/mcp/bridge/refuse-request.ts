import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../../platform/is-same-secret.ts';

export interface Refusal {
  status: 401 | 403;
  message: string;
}

/**
 * Why a request to the loopback server is refused, or null. Only programs that were given the token may speak to it: a
 * web page in the user's browser has an Origin, or a Host that was rebound to this address.
 */
export function refuseRequest(
  { host, origin, authorization }: IncomingHttpHeaders,
  expected: { port: number; token: string },
): Refusal | null {
  if (host !== `127.0.0.1:${expected.port}` && host !== `localhost:${expected.port}`) {
    return { status: 403, message: 'Forbidden: wrong Host' };
  }
  if (origin !== undefined) return { status: 403, message: 'Forbidden: browsers are not served' };
  const [scheme = '', token = ''] = (authorization ?? '').split(' ');
  const isAuthorized = scheme.toLowerCase() === 'bearer' && isSameSecret(token, expected.token);
  return isAuthorized ? null : { status: 401, message: 'Unauthorized' };
}
