import { SimseError } from '../../../core/errors.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';

const MAX_SHOWN_CHARS = 200;
const PLUGINS = '/_plugins/';

/**
 * Where messages are posted to, by what the `endpoint` event says. ml-commons names a path that lacks the plugin's own in
 * front unless it is asked for the whole one, and knows nothing of a proxy's path in front of that. Throws `protocol` for
 * another origin, where the user's credentials do not belong.
 */
export function messageEndpoint(endpoint: string, stream: URL): URL {
  const named = URL.canParse(endpoint)
    ? new URL(endpoint)
    : new URL(withBase(endpoint, stream), stream.origin);
  if (endpoint === '' || named.origin !== stream.origin) {
    const told = cleanLine(endpoint.slice(0, MAX_SHOWN_CHARS)) || 'none';
    throw new SimseError('protocol', `does not name an address of its own to send messages to: ${told}`);
  }
  return named;
}

/** Where the envelopes of the documented wire are posted to. */
export function envelopeEndpoint(stream: URL): URL {
  return new URL(`${stream.pathname.replace(/\/$/, '')}/message`, stream.origin);
}

/** The address of the newer transport, which replaced the event stream in later versions of both products. */
export function streamableEndpoint(stream: URL): string {
  return `${stream.origin}${pluginBase(stream)}`;
}

function withBase(endpoint: string, stream: URL): string {
  const base = endpoint.startsWith(PLUGINS) ? proxyPath(stream) : pluginBase(stream);
  return endpoint.startsWith('/') ? `${base}${endpoint}` : `${base}/${endpoint}`;
}

/** `/_plugins/_ml/mcp` of `/_plugins/_ml/mcp/sse`. */
function pluginBase({ pathname }: URL): string {
  return pathname.replace(/\/[^/]*\/?$/, '');
}

/** What a proxy has put in front of the plugin's path. */
function proxyPath({ pathname }: URL): string {
  return pathname.slice(0, Math.max(pathname.indexOf(PLUGINS), 0));
}
