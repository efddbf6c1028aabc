import { findProxy } from './find-proxy.ts';

const DEFAULT_HEADERS = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'node' };

/**
 * The global fetch, which in Node knows nothing of proxies, through the user's proxy where there is one for the address. There
 * redirects are never followed, and a ProxyFailure is the cause of the TypeError that says it failed.
 */
export const webFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  if (!isProxied(url)) return fetch(input, init);
  const request = new Request(input, init);
  const { sendHttp } = await import('./send-http.ts');
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  try {
    const headers = { ...DEFAULT_HEADERS, ...Object.fromEntries(request.headers) };
    return await sendHttp(url, { method: request.method, headers, body, signal: request.signal });
  } catch (error) {
    request.signal.throwIfAborted();
    throw new TypeError('fetch failed', { cause: error });
  }
};

/** Also where the variables name something that is no proxy, which sending will say. */
function isProxied(url: URL): boolean {
  try {
    return findProxy(url) !== null;
  } catch {
    return true;
  }
}
