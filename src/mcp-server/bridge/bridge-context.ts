import { setTimeout as delay } from 'node:timers/promises';
import { SimseError } from '../../core/errors.ts';
import { limitConcurrency } from '../../core/limit-concurrency.ts';
import type { BridgedServers } from '../../core/ports/bridge.ts';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import { type Aliases, createAliases } from './aliases.ts';
import { ResourceLinks } from './resource-refs.ts';
import { RESOURCE_TOOL_ALIASES } from './resource-tools.ts';

/** How long an agent waits for servers that still start: most give up on an MCP server after ten seconds. */
const READY_WAIT_MS = 8000;
const HEARTBEAT_MS = 10_000;
/** Far more than an agent has use for: it only stops one that has run wild. */
const MAX_CALLS = 512;

/** What all connections of one bridge share. */
export interface BridgeContext {
  servers: BridgedServers;
  tools: Aliases;
  prompts: Aliases;
  links: ResourceLinks;
  limit: CallLimit;
  agents: ConnectingAgents;
  version: string;
  /** After how many milliseconds of silence an agent is told that its call still runs. */
  heartbeatMs: number;
}

type ContextOptions = Pick<BridgeContext, 'servers' | 'version'> & { heartbeatMs?: number };

export function createBridgeContext({
  servers,
  version,
  heartbeatMs = HEARTBEAT_MS,
}: ContextOptions): BridgeContext {
  return {
    servers,
    tools: createAliases(RESOURCE_TOOL_ALIASES),
    prompts: createAliases(),
    links: new ResourceLinks(),
    limit: createCallLimit(),
    agents: createConnectingAgents(servers.catalogue),
    version,
    heartbeatMs,
  };
}

/** An agent that has connected. */
export interface ConnectingAgent {
  /** Starts the servers when they are first needed, and resolves when they are ready or it has taken too long. */
  ready(): Promise<void>;
  /** The agent has its tools, or has gone. */
  end(): void;
}

interface ConnectingAgents {
  begin(): ConnectingAgent;
  /** Resolves when every agent that has connected has its tools, or has waited for long enough. */
  settled(): Promise<void>;
}

function createConnectingAgents(catalogue: ToolCatalogue): ConnectingAgents {
  const waiting = new Set<Promise<void>>();
  return {
    begin() {
      let ready: Promise<void> | undefined;
      let end = (): void => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const connecting = atMost(ended);
      waiting.add(connecting);
      void connecting.then(() => waiting.delete(connecting));
      return { ready: () => (ready ??= atMost(catalogue.ready())), end };
    },
    async settled() {
      await Promise.all(waiting);
    },
  };
}

function atMost(done: Promise<void>): Promise<void> {
  return Promise.race([done, delay(READY_WAIT_MS, undefined, { ref: false })]);
}

/** Runs a task at once, or rejects with `limit` while too many are running. */
type CallLimit = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createCallLimit(max = MAX_CALLS): CallLimit {
  const limit = limitConcurrency(max);
  return async (task) => {
    using slot = limit.tryEnter();
    if (slot === null) throw new SimseError('limit', `${max} calls are running already`);
    return await task();
  };
}
