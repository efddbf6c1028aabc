import { lookup as dnsLookup } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { isLoopbackAddress } from '../../platform/loopback.ts';
import { sendOnce } from '../transports/send-once.ts';

/** Networks of a machine, a home or a company, which pages and programs outside have no business with. */
const INSIDE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
];

const INSIDE_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
];

const LOOPBACK_NAME = /^(?:.+\.)?localhost\.?$/i;
const inside = new BlockList();
for (const [network, prefix] of INSIDE_IPV4) inside.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of INSIDE_IPV6) inside.addSubnet(network, prefix, 'ipv6');
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 5;

interface Guard {
  /** The server that the user wrote down. */
  server: URL;
  /** Other hosts that the user wrote down, with their ports. */
  trustedHosts: readonly string[];
  signal: AbortSignal;
}

/**
 * A `fetch` for addresses that a server names while somebody logs in. It speaks https only, but for this machine; takes a
 * server outside no way into private networks (behind a proxy, which looks names up itself: to none that this machine knows as
 * one); and bounds the time and size of answers. Redirects are followed within an origin, of what only reads.
 */
export function createGuardedFetch(guard: Guard): FetchLike {
  const serverIsInside = isInsideHost(guard.server.hostname);
  return async (input, init = {}) => {
    const request = {
      method: init.method ?? 'GET',
      headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(init.headers)) },
      body: init.body === undefined || init.body === null ? undefined : await new Response(init.body).text(),
    };
    let url = new URL(input);
    for (let followed = 0; ; followed += 1) {
      const response = await sendGuarded(url, request, guard, await serverIsInside);
      const next = request.method === 'GET' ? redirectWithin(response, url) : null;
      if (next === null || followed === MAX_REDIRECTS) return response;
      url = next;
    }
  };
}

/** One for a login at a server, which may also go where the user has named hosts beside it. */
export function guardedFetchFor(
  { url, settings: { issuer, identityProvider } }: { url: URL; settings: OAuthConfig },
  signal: AbortSignal,
): FetchLike {
  const trustedHosts = [issuer, identityProvider?.tokenEndpoint].flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address).host] : [],
  );
  return createGuardedFetch({ server: url, trustedHosts, signal });
}

async function sendGuarded(
  url: URL,
  request: { method: string; headers: Record<string, string>; body: string | undefined },
  { server, trustedHosts, signal }: Guard,
  serverIsInside: boolean,
): Promise<Response> {
  const isOwn = url.origin === server.origin;
  if (!isOwn || request.method !== 'GET') requireSecure(url);
  const mayGoInside = isOwn || serverIsInside || trustedHosts.includes(url.host);
  if (!mayGoInside && (await isInsideHost(url.hostname))) throw insideRefused(url);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await sendOnce(url, {
      ...request,
      signal: AbortSignal.any([signal, timeout]),
      ...(mayGoInside ? {} : { lookup: outsideLookup(url) }),
    });
    return await bounded(response, url);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted) throw tooSlow(url);
    // The failure of a lookup comes wrapped by the network's.
    throw error instanceof SimseError && error.cause instanceof SimseError ? error.cause : error;
  }
}

function redirectWithin({ status, headers }: Response, from: URL): URL | null {
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  const target = location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null;
  return target?.origin === from.origin ? target : null;
}

/** Holds for the connection itself, when the name means something else than it did a moment before. */
function outsideLookup(url: URL): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, options, (error, address: string | { address: string }[], family) => {
      const addresses = typeof address === 'string' ? [{ address }] : address;
      const refused = error === null && addresses.some((one) => isInsideAddress(one.address));
      callback(refused ? insideRefused(url) : error, address as string, family);
    });
  };
}

/** The whole answer, once it is known to be small. */
async function bounded(response: Response, url: URL): Promise<Response> {
  const { status, statusText, headers } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new SimseError('limit', `has a login at ${shown(url)}, whose answer is too large`);
    chunks.push(chunk);
  }
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, statusText, headers });
}

/** Throws SimseError('protocol') for an address that secrets must not be sent to. */
export function requireSecure(url: URL): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))) return;
  throw new SimseError(
    'protocol',
    `asks for a login at ${shown(url)}, which is not https; nothing was sent there`,
  );
}

/** Whether the host of a url is this machine, by its name alone. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAME.test(hostname) || isLoopbackAddress(withoutBrackets(hostname));
}

/** Whether the host of a url, or any address that its name stands for, is inside. A name that is unknown is not. */
export async function isInsideHost(hostname: string): Promise<boolean> {
  const host = withoutBrackets(hostname);
  if (isLoopbackHost(host) || isInsideAddress(host)) return true;
  if (isIP(host) !== 0) return false;
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isInsideAddress(address));
}

/** Whether an IP address is one of this machine or of a private or link-local network. */
export function isInsideAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function insideRefused(url: URL): SimseError {
  return new SimseError(
    'protocol',
    `names ${shown(url)} for its login, which is on a private network; nothing was sent there`,
    { hint: 'If that is where you log in, set it as "issuer" in "auth" of the server in mcp.json.' },
  );
}

function tooSlow(url: URL): SimseError {
  return new SimseError(
    'timeout',
    `has a login at ${shown(url)}, which did not answer within ${TIMEOUT_MS} ms`,
  );
}

function shown({ origin }: URL): string {
  return cleanLine(origin);
}
