import { isDeepStrictEqual } from 'node:util';
import { coalesce } from '../../core/throttle.ts';
import type { ListCapability } from '../../mcp/protocol/mcp-lists.ts';
import type { Offering } from '../serve/offering.ts';
import type { BridgeContext } from './bridge-context.ts';
import { bridgeOffers, listPrompts, listResources, listTemplates } from './bridged-offers.ts';
import { bridgeTools, listTools } from './bridged-tools.ts';

const MAX_INSTRUCTIONS_CHARS = 16_384;
const CHANGE_DELAY_MS = 50;
/** simse's own agent has no model that would read what servers say about themselves, and reads results as they are. */
const OWN_AGENT = 'simse-agent';

const ABOUT =
  "The tools of the user's MCP servers, run by simse and named server__tool. A call may wait for the user's permission.";

/** All of them always, since servers come and go while an agent only hears of this once. */
const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
};

/** The user's servers, as they are offered to one connection of one agent. */
export function createBridgeOffering(context: BridgeContext): Offering {
  const agent = context.agents.begin();
  let isOwnAgent = false;
  const { tools, callTool } = bridgeTools(context, agent, () => !isOwnAgent);
  const { prompts, resources, templates, ...offers } = bridgeOffers(context, agent);
  return {
    capabilities: CAPABILITIES,
    pageSize: Number.POSITIVE_INFINITY,
    heartbeatMs: context.heartbeatMs,
    /** Once the servers had time to start, since what they say about themselves is part of it. */
    async instructions(client) {
      isOwnAgent = client === OWN_AGENT;
      if (!isOwnAgent) await agent.ready();
      const said = context.servers.instructions().map(({ server, text }) => `# ${server}\n\n${text}`);
      return [ABOUT, ...said].join('\n\n').slice(0, MAX_INSTRUCTIONS_CHARS);
    },
    lists: { tools, prompts, resources, templates },
    callTool,
    ...offers,
    onChange: (listener) => watchLists(context, listener),
    close: () => agent.end(),
  };
}

/** Tells what is not as it was the last time. */
function watchLists(context: BridgeContext, tell: (changed: ListCapability) => void): () => void {
  const { catalogue, offers } = context.servers;
  const read: Record<ListCapability, () => unknown> = {
    tools: () => [listTools(context), catalogue.list().map(({ outputSchema }) => outputSchema)],
    prompts: () => listPrompts(context),
    resources: () => [listResources(context), listTemplates(context)],
  };
  const lists = (Object.keys(read) as ListCapability[]).map((name) => ({ name, before: read[name]() }));
  const change = coalesce(async () => {
    for (const list of lists) {
      const now = read[list.name]();
      if (isDeepStrictEqual(list.before, now)) continue;
      list.before = now;
      tell(list.name);
    }
  }, CHANGE_DELAY_MS);
  const stops = [catalogue.onChange(change.trigger), offers.onChange(change.trigger), change.stop];
  return () => {
    for (const stop of stops) stop();
  };
}
