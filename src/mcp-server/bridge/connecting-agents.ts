import { setTimeout as delay } from 'node:timers/promises';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';

/** How long an agent waits for servers that still start: most give up on an MCP server after ten seconds. */
const MAX_WAIT_MS = 8000;

/** An agent that has connected. */
export interface ConnectingAgent {
  /** Starts the servers when they are first needed, and resolves when they are ready or it has taken too long. */
  ready(): Promise<void>;
  /** The agent has its tools, or has gone. */
  end(): void;
}

export interface ConnectingAgents {
  begin(): ConnectingAgent;
  /** Resolves when every agent that has connected has its tools, or has waited for long enough. */
  settled(): Promise<void>;
}

export function createConnectingAgents(catalogue: ToolCatalogue): ConnectingAgents {
  const waiting = new Set<Promise<void>>();
  return {
    begin() {
      let ready: Promise<void> | undefined;
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const arrival = atMost(ended);
      waiting.add(arrival);
      void arrival.then(() => waiting.delete(arrival));
      return { ready: () => (ready ??= atMost(catalogue.ready())), end };
    },
    async settled() {
      await Promise.all(waiting);
    },
  };
}

function atMost(done: Promise<void>): Promise<void> {
  return Promise.race([done, delay(MAX_WAIT_MS, undefined, { ref: false })]);
}
