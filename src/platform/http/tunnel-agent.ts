import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { Proxy } from './find-proxy.ts';
import { openTunnel, type TunnelTarget } from './open-tunnel.ts';

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
