import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { BridgedServers } from '../../core/ports/bridge.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { ToolCatalogue } from '../../core/ports/catalogue.ts';
import { BRIDGE_TOOLS, OWN_SERVER } from '../../core/text/tool-names.ts';
import type { Caller } from './caller.ts';
import { gateCatalogue } from './gated-catalogue.ts';
import { gateOffers } from './gated-offers.ts';

/** What a backend can only call through the bridge, by its qualified name. */
export function bridgedTools(catalogue: ToolCatalogue): string[] {
  return [...BRIDGE_TOOLS, ...catalogue.list().map(({ name }) => name)];
}

interface Bridged {
  mcp: McpHost;
  /** The host's tools, and simse's own. */
  catalogue: ToolCatalogue;
  /** What is said about simse's own. */
  ownInstructions: string;
}

/** What a backend reaches of the user's servers and of simse itself. */
export function bridgeServers(
  { mcp, catalogue, ownInstructions }: Bridged,
  gate: Gatekeeper,
  caller: Caller,
): BridgedServers {
  return {
    catalogue: gateCatalogue(catalogue, gate, caller),
    offers: gateOffers(mcp.offers, gate, caller),
    instructions() {
      const told = mcp.status().flatMap(({ name }) => {
        const text = mcp.instructions(name);
        return text === null ? [] : [{ server: name, text }];
      });
      return ownInstructions === '' ? told : [...told, { server: OWN_SERVER, text: ownInstructions }];
    },
  };
}
