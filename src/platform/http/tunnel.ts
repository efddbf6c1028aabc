import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { Proxy } from './find-proxy.ts';
import { PROXY_NEEDS_LOGIN, proxyNeedsLogin, proxyRefusal, proxyUnreachable } from './network-problems.ts';

interface TunnelTarget {
  host: string;
  port: number;
  /** Ends the attempt; a tunnel that stands is no longer its. */
  signal: AbortSignal | undefined;
}

/** How long the proxy may take to connect to a host. */
const CONNECT_MS = 30_000;

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
export function addressOf({ protocol, hostname, port }: URL): { hostname: string; port: string } {
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: port || (protocol === 'https:' ? '443' : '80') };
}

function tooSlow(): Error {
  return Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
}

/** `tunnelSignal` is the request's own signal once more, which Node does not show to agents. */
export type TunnelOptions = http.ClientRequestArgs & { tunnelSignal?: AbortSignal | undefined };

/** Node's types do not have the failure alone, which agents are to hand over all the same. */
type Done = (error: Error | null, socket?: Duplex) => void;

/** Connections to servers of plain http through a proxy. */
export class PlainTunnelAgent extends http.Agent {
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
export class SecureTunnelAgent extends https.Agent {
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
