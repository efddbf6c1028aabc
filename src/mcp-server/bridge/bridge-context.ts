import type { BridgedServers } from '../../core/ports/bridge.ts';
import { type AliasBook, createAliasBook } from './alias-book.ts';
import { type Arrivals, createArrivals } from './arrivals.ts';
import { type CallLimit, createCallLimit } from './call-limit.ts';
import { LinkBook } from './link-book.ts';
import { RESOURCE_TOOL_ALIASES } from './resource-tools.ts';

const PULSE_MS = 10_000;

/** What all connections of one bridge share. */
export interface BridgeContext {
  servers: BridgedServers;
  tools: AliasBook;
  prompts: AliasBook;
  links: LinkBook;
  limit: CallLimit;
  arrivals: Arrivals;
  version: string;
  /** After how many milliseconds of silence an agent is told that its call still runs. */
  pulseMs: number;
}

type ContextOptions = Pick<BridgeContext, 'servers' | 'version'> & { pulseMs?: number };

export function createBridgeContext({ servers, version, pulseMs = PULSE_MS }: ContextOptions): BridgeContext {
  return {
    servers,
    tools: createAliasBook(RESOURCE_TOOL_ALIASES),
    prompts: createAliasBook(),
    links: new LinkBook(),
    limit: createCallLimit(),
    arrivals: createArrivals(servers.catalogue),
    version,
    pulseMs,
  };
}
