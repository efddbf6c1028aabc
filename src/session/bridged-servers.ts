import type { McpHost } from '../core/mcp-host.ts';
import type { BridgedServers, Gatekeeper, ToolCatalogue } from '../core/ports.ts';
import { BRIDGE_TOOLS } from '../core/tool-names.ts';
import type { Caller } from './caller.ts';
import { gateCatalogue } from './gated-catalogue.ts';
import { gateOffers } from './gated-offers.ts';

/** What a backend can only call through the bridge, by its qualified name. */
export function bridgedTools({ catalogue }: McpHost): string[] {
  return [...BRIDGE_TOOLS, ...catalogue.list().map(({ name }) => name)];
}

/** What a backend reaches of the user's servers. `catalogue` is the host's, or stands for it. */
export function bridgeServers(
  mcp: McpHost,
  catalogue: ToolCatalogue,
  gate: Gatekeeper,
  caller: Caller,
): BridgedServers {
  return {
    catalogue: gateCatalogue(catalogue, gate, caller),
    offers: gateOffers(mcp.offers, gate, caller),
    instructions: () =>
      mcp.status().flatMap(({ name }) => {
        const text = mcp.instructions(name);
        return text === null ? [] : [{ server: name, text }];
      }),
  };
}
