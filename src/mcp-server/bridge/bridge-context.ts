import { SimseError } from '../../core/errors.ts';
import { limitConcurrency } from '../../core/limit-concurrency.ts';
import type { BridgedServers } from '../../core/ports/bridge.ts';
import { type Aliases, createAliases } from './aliases.ts';
import { type ConnectingAgents, createConnectingAgents } from './connecting-agents.ts';
import { ResourceLinks } from './resource-refs.ts';
import { RESOURCE_TOOL_ALIASES } from './resource-tools.ts';

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
