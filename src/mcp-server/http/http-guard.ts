import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../../platform/is-same-secret.ts';

export interface HttpGuardOptions {
  /** What `Host` may say, with the port: the names under which this server may be reached. */
  hosts: ReadonlySet<string>;
  /** What `Origin` may say; programs send none, browsers do. */
  origins: ReadonlySet<string>;
  /** What has to be shown, or null for a server that anybody on this machine may use. */
  secret: HttpSecret | null;
}

/** A bearer token, or a name and password for Basic. */
export type HttpSecret =
  | { type: 'bearer'; token: string }
  | { type: 'basic'; username: string; password: string };

export interface HttpRefusal {
  status: 401 | 403;
  message: string;
  /** For `WWW-Authenticate`. */
  challenge?: string;
}

/**
 * Why a request is refused before anything of it is read, or null. A page in the user's browser has an Origin, `null` for
 * one, or a Host that was rebound to this address; a program that was not given the secret does not know it.
 */
export function refuseRequest(
  { host = '', origin, authorization }: IncomingHttpHeaders,
  { hosts, origins, secret }: HttpGuardOptions,
): HttpRefusal | null {
  if (!hosts.has(host.toLowerCase())) return forbid('Host', '--allow-host');
  if (origin !== undefined && !origins.has(origin.toLowerCase())) return forbid('Origin', '--allow-origin');
  if (secret === null || isShown(secret, authorization ?? '')) return null;
  const challenge = secret.type === 'bearer' ? 'Bearer' : 'Basic realm="simse", charset="UTF-8"';
  return { status: 401, message: 'Unauthorized', challenge };
}

function forbid(header: string, option: string): HttpRefusal {
  return { status: 403, message: `Forbidden: wrong ${header}; simse mcp serve ${option} lets others in` };
}

function isShown(secret: HttpSecret, authorization: string): boolean {
  const [scheme = '', shown = ''] = authorization.split(' ');
  if (scheme.toLowerCase() !== secret.type) return false;
  return secret.type === 'bearer'
    ? isSameSecret(shown, secret.token)
    : isSameSecret(Buffer.from(shown, 'base64').toString('utf8'), `${secret.username}:${secret.password}`);
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * What `Host` says of a server on this address: its name, with the port where a URL has to. One on this machine, or on every
 * address of it, has loopback's names.
 */
export function hostNames(host: string, port: number, more: readonly string[] = []): string[] {
  const written = inUrl(host.toLowerCase());
  const isEvery = ['0.0.0.0', '[::]'].includes(written);
  const names = isLoopback(host) ? LOOPBACK : [written, ...(isEvery ? LOOPBACK : [])];
  const end = port === 80 ? '' : `:${port}`;
  return [...names.map((name) => `${name}${end}`), ...more.map((name) => name.toLowerCase())];
}

/** Whether this is one of loopback's usual names. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(inUrl(host));
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
