import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { sendOnce } from './send-once.ts';
import type { RemoteAccess } from './server-transport.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The redirects that say to send the same request again; the others make a GET of it. */
const KEEPS_METHOD = new Set([307, 308]);

/** Asks for answers as they are: a stream that is compressed on its way tends to be held back. */
const DEFAULT_HEADERS = { 'accept-encoding': 'identity', 'user-agent': 'simse' };

/**
 * The way to a remote server with nothing but the headers of its entry, which only its own origin is sent. Redirects are
 * followed within the origin alone. Throws `config` for headers that cannot be sent.
 */
export function createPlainAccess(config: Pick<RemoteServerConfig, 'url' | 'headers'>): RemoteAccess {
  const origin = URL.canParse(config.url) ? new URL(config.url).origin : null;
  const own = { ...DEFAULT_HEADERS, ...sendableHeaders(config.headers) };
  return {
    async fetch(url, init) {
      const headers = url.origin === origin ? own : DEFAULT_HEADERS;
      const request = {
        method: init.method ?? 'GET',
        headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
        body: await requestBody(init.body),
        signal: init.signal ?? undefined,
      };
      let target = url;
      for (let followed = 0; ; followed += 1) {
        const response = await sendOnce(target, request);
        const next = redirectTarget(response, target);
        if (next === null) return response;
        await response.body?.cancel();
        requireFollowable(response.status, request.method, target, next);
        if (followed === MAX_REDIRECTS) throw redirected(next, `the last of over ${MAX_REDIRECTS} redirects`);
        target = next;
      }
    },
    headers: () => Promise.resolve(own),
  };
}

function sendableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sendable: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw new SimseError('config', `has a header ${cleanLine(name)} that cannot be sent`, {
        hint: 'The name and the value of a header are one line of Latin letters.',
        cause,
      });
    }
    sendable[name.toLowerCase()] = value;
  }
  return sendable;
}

async function requestBody(body: RequestInit['body']): Promise<string | Uint8Array | undefined> {
  if (body === undefined || body === null) return undefined;
  return typeof body === 'string' ? body : new Uint8Array(await new Response(body).arrayBuffer());
}

/** Where the answer sends the request to, if anywhere. */
function redirectTarget({ status, headers }: Response, from: URL): URL | null {
  const location = REDIRECTS.has(status) ? headers.get('location') : null;
  return location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null;
}

function requireFollowable(status: number, method: string, from: URL, to: URL): void {
  if (to.origin !== from.origin) throw redirected(to, 'another origin, where credentials are not sent');
  if (method !== 'GET' && !KEEPS_METHOD.has(status))
    throw redirected(to, `with ${status}, which loses a ${method}`);
}

function redirected({ origin, pathname }: URL, why: string): SimseError {
  const address = cleanLine(`${origin}${pathname}`);
  return new SimseError('config', `redirects to ${address}, ${why}`, {
    hint: `If the server has moved there, set it as "url" in mcp.json.`,
  });
}
