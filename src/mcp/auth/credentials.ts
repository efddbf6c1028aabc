import type { RemoteAccess } from '../transports/server-transport.ts';

/** The headers that prove who the user is. */
export type ProofHeaders = Readonly<Record<string, string>>;

/** A server's refusal of a request: a 401 or a 403. */
export interface RefusedRequest {
  response: Response;
  /** What the request was sent with. */
  sent: ProofHeaders;
  /** What was tried for this request already; whoever tries something notes it here. */
  tried: Set<string>;
  signal: AbortSignal;
}

/** One way to show a server who the user is. Failures are SimseErrors whose message lacks its subject. */
export interface Credentials {
  /** For the next request. */
  headers(signal: AbortSignal): Promise<ProofHeaders>;
  /** Gets better headers than those that were refused. Resolves with whether there are any. */
  renew(refusal: RefusedRequest): Promise<boolean>;
}

/**
 * A request with the credentials, sent again for as long as one of them has something better to show after a 401 or 403.
 * A 403 that none can help with is the answer; a 401 never is, since the last of them says what is missing. A DELETE only
 * takes leave, for which nobody need log in.
 */
export async function fetchWithProof(
  plain: RemoteAccess,
  credentials: readonly Credentials[],
  url: URL,
  init: RequestInit,
): Promise<Response> {
  const signal = init.signal ?? new AbortController().signal;
  const tried = new Set<string>();
  for (;;) {
    const sent = await proofOf(credentials, signal);
    const headers = joinHeaders([Object.fromEntries(new Headers(init.headers)), sent]);
    const response = await plain.fetch(url, { ...init, headers });
    const isRefused = response.status === 401 || response.status === 403;
    if (!isRefused || init.method === 'DELETE') return response;
    if (!(await renewAny(credentials, { response, sent, tried, signal }))) return response;
    await response.body?.cancel();
  }
}

/** The headers of all credentials, in lower case. */
export async function proofOf(
  credentials: readonly Credentials[],
  signal: AbortSignal,
): Promise<ProofHeaders> {
  return joinHeaders(await Promise.all(credentials.map((one) => one.headers(signal))));
}

/** Later ones win. */
export function joinHeaders(parts: readonly ProofHeaders[]): Record<string, string> {
  const entries = parts.flatMap((part) => Object.entries(part));
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

async function renewAny(credentials: readonly Credentials[], refusal: RefusedRequest): Promise<boolean> {
  try {
    for (const one of credentials) if (await one.renew(refusal)) return true;
    return false;
  } catch (error) {
    await refusal.response.body?.cancel();
    throw error;
  }
}

/** Whether a text can be the value of a header: one line of Latin letters. The runtime's own error would quote it. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
