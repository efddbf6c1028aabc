import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { findProxy, type Proxy } from './find-proxy.ts';
import { PROXY_NEEDS_LOGIN, proxyNeedsLogin, proxyRefusal, proxyUnreachable } from './network-problems.ts';

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

interface TunnelTarget {
  host: string;
  port: number;
  /** Ends the attempt; a tunnel that stands is no longer its. */
  signal: AbortSignal | undefined;
}

/** How long the proxy may take to connect to a host. */
const CONNECT_MS = 30_000;

/** `tunnelSignal` is the request's own signal once more, which Node does not show to agents. */
type TunnelOptions = http.ClientRequestArgs & { tunnelSignal?: AbortSignal | undefined };

/** Node's types do not have the failure alone, which agents are to hand over all the same. */
type Done = (error: Error | null, socket?: Duplex) => void;

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

/**
 * A connection to a host through a proxy, by CONNECT. Rejects with a ProxyFailure, or with the signal's reason; nothing is
 * left open then.
 */
function openTunnel({ url, authorization }: Proxy, { host, port, signal }: TunnelTarget): Promise<Duplex> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asking = request({
      ...addressOf(url),
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        'user-agent': 'simse',
        ...(authorization === null ? {} : { 'proxy-authorization': authorization }),
      },
      agent: false,
    });
    const limit = setTimeout(() => asking.destroy(tooSlow()), CONNECT_MS);
    const giveUp = (): void => void asking.destroy(signal?.reason);
    signal?.addEventListener('abort', giveUp);
    const settled = (): void => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', giveUp);
    };
    asking.once('error', (error) => {
      settled();
      reject(signal?.aborted === true ? error : proxyUnreachable(error, url));
    });
    asking.once('connect', (answer, socket, head) => {
      settled();
      const { statusCode: status = 0 } = answer;
      if (status < 200 || status > 299) {
        socket.destroy();
        const needsLogin = status === PROXY_NEEDS_LOGIN;
        reject(
          needsLogin ? proxyNeedsLogin(url, authorization !== null) : proxyRefusal(answer, url, authority),
        );
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    if (signal?.aborted === true) giveUp();
    asking.end();
  });
}

/** Where a proxy listens. */
function addressOf({ protocol, hostname, port }: URL): { hostname: string; port: string } {
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') };
}

function tooSlow(): Error {
  return Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
}

/** Connections to servers of plain http through a proxy. */
class PlainTunnelAgent extends http.Agent {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, options: http.AgentOptions = {}) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: TunnelOptions, done: Done): undefined {
    openTunnel(this.#proxy, targetOf(options, 80)).then((socket) => done(null, socket), done);
  }
}

/** Connections to servers of https through a proxy, which sees no more of them than their names. */
class SecureTunnelAgent extends https.Agent {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, options: https.AgentOptions = {}) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: TunnelOptions, done: Done): undefined {
    const encrypt = (socket: Duplex): Duplex | null | undefined =>
      super.createConnection({ ...options, socket } as https.RequestOptions);
    openTunnel(this.#proxy, targetOf(options, 443))
      .then(encrypt)
      .then((socket) => done(null, socket ?? undefined), done);
  }
}

function targetOf({ host, port, tunnelSignal }: TunnelOptions, usualPort: number): TunnelTarget {
  return { host: host ?? 'localhost', port: Number(port ?? usualPort), signal: tunnelSignal };
}
