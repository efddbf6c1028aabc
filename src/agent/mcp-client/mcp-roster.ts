import { setTimeout as delay } from 'node:timers/promises';
import { unlessAborted } from '../../core/abort.ts';
import type { McpTool } from './mcp-tool.ts';

/** How long a turn waits for servers that are slow to start; what they bring later is there later. */
const PATIENCE_MS = 8000;

/** What a server offers to models. */
export interface ServerOffer {
  tools: readonly McpTool[];
  /** What it says about how to use them. */
  instructions: string;
}

/** What the servers of a session offer by now. */
export interface McpRoster {
  /** Asks every server that has not answered yet. Waits for them a while, once; rejects only when the signal is aborted. */
  gather(signal: AbortSignal): Promise<void>;
  /** Asks a server again, which says that its tools have changed. */
  refresh(server: string): void;
  /** By server, in the order in which they were named. */
  known(): { server: string; offer: ServerOffer }[];
}

/** `ask` gets what one server offers; a server with which that fails is asked again with the next turn. */
export function createMcpRoster(
  servers: readonly string[],
  ask: (server: string) => Promise<ServerOffer>,
  patienceMs: number = PATIENCE_MS,
): McpRoster {
  const offers = new Map<string, ServerOffer>();
  const asking = new Map<string, Promise<void>>();
  let hasWaited = false;

  const learn = (server: string): Promise<void> => {
    const learning: Promise<void> = ask(server)
      .then((offer) => {
        if (asking.get(server) === learning) offers.set(server, offer);
      })
      // The user sees with the server's own state why; here it has nothing to offer.
      .catch(() => {})
      .finally(() => {
        if (asking.get(server) === learning) asking.delete(server);
      });
    asking.set(server, learning);
    return learning;
  };

  /** A server that says meanwhile that its tools have changed is asked anew, and only that answer counts. */
  const settled = async (server: string): Promise<void> => {
    for (let asked = asking.get(server); asked !== undefined; asked = asking.get(server)) await asked;
  };

  return {
    async gather(signal) {
      const missing = servers.filter((server) => !offers.has(server));
      for (const server of missing) if (!asking.has(server)) void learn(server);
      const all = Promise.all(missing.map(settled));
      if (hasWaited || missing.length === 0) return;
      hasWaited = true;
      const patience = new AbortController();
      const tired = delay(patienceMs, undefined, { signal: patience.signal }).catch(() => {});
      await unlessAborted(Promise.race([all, tired]), signal).finally(() => patience.abort());
    },
    refresh: (server) => void learn(server),
    known: () =>
      servers.flatMap((server) => {
        const offer = offers.get(server);
        return offer === undefined ? [] : [{ server, offer }];
      }),
  };
}
