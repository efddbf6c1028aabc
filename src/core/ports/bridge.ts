import type { BackendMcpServer } from './backend.ts';
import type { ToolCatalogue } from './catalogue.ts';
import type { McpOffers } from './mcp-offers.ts';

/** The user's MCP servers as a backend reaches them: whatever has an effect passes the gate. */
export interface BridgedServers {
  catalogue: ToolCatalogue;
  offers: McpOffers;
  /** What the servers that are ready say about how to use them. */
  instructions(): { server: string; text: string }[];
}

/** An MCP server of our own that a backend can be given, through which it calls the catalogue's tools. */
export interface Bridge extends AsyncDisposable {
  readonly server: BackendMcpServer;
  /** Resolves when an agent that has connected has been told its tools, or need not wait any longer. Never rejects. */
  settled(): Promise<void>;
}
