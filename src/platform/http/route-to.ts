import http from 'node:http';
import https from 'node:https';
import { findProxy, type Proxy } from './find-proxy.ts';
import { addressOf, PlainTunnelAgent, SecureTunnelAgent, type TunnelOptions } from './tunnel.ts';

/**
 * How long a connection is kept for the next request: less than the 5 s after which many servers close theirs, so that no
 * request is written to one that is just being closed.
 */
const IDLE_MS = 4000;
/** How long one address of a host is tried before the next one is; Node's own 250 ms are too short for a slow network. */
const ADDRESS_MS = 1000;
const KEEP_ALIVE = { keepAlive: true, timeout: IDLE_MS, autoSelectFamilyAttemptTimeout: ADDRESS_MS };

const PLAIN = new http.Agent(KEEP_ALIVE);
const SECURE = new https.Agent(KEEP_ALIVE);
/** By the proxy's address and login. */
const tunnels = new Map<string, https.Agent>();

/** How a request gets to its server. */
export interface Route {
  request: typeof http.request;
  options: TunnelOptions;
  /** The proxy that it goes through, if any. It is then the proxy that looks up the server's name. */
  proxy: URL | null;
  /** Whether the proxy itself is asked, so that whatever fails before an answer is the proxy's. */
  asksProxy: boolean;
}

/** By a proxy where the environment names one for the url. Throws a ProxyFailure for one that cannot be used. */
export function routeTo(url: URL, signal: AbortSignal | undefined): Route {
  const proxy = findProxy(url);
  if (url.protocol !== 'https:') return proxy === null ? direct(http.request, PLAIN) : askProxy(proxy, url);
  if (proxy === null) return direct(https.request, SECURE);
  const options = { agent: tunnelBy(proxy), tunnelSignal: signal };
  return { request: https.request, options, proxy: proxy.url, asksProxy: false };
}

/** The same for the handshake of a WebSocket, for which every proxy has to open a tunnel. */
export function webSocketRoute(url: URL, signal: AbortSignal): Pick<TunnelOptions, 'agent' | 'tunnelSignal'> {
  const proxy = findProxy(url);
  if (proxy === null) return {};
  const agent = url.protocol === 'wss:' ? new SecureTunnelAgent(proxy) : new PlainTunnelAgent(proxy);
  return { agent, tunnelSignal: signal };
}

function direct(request: typeof http.request, agent: http.Agent): Route {
  return { request, options: { agent }, proxy: null, asksProxy: false };
}

function tunnelBy(proxy: Proxy): https.Agent {
  const key = `${proxy.url.href} ${proxy.authorization}`;
  const agent = tunnels.get(key) ?? new SecureTunnelAgent(proxy, KEEP_ALIVE);
  tunnels.set(key, agent);
  return agent;
}

/** What is not encrypted is asked of the proxy by its whole address: few proxies open tunnels for it. */
function askProxy({ url: proxy, authorization }: Proxy, url: URL): Route {
  const isSecure = proxy.protocol === 'https:';
  const options = {
    ...addressOf(proxy),
    protocol: proxy.protocol,
    path: `${url.origin}${url.pathname}${url.search}`,
    headers: { host: url.host, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) },
    agent: isSecure ? SECURE : PLAIN,
  };
  return { request: isSecure ? https.request : http.request, options, proxy, asksProxy: true };
}
