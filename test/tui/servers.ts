import type { CatalogueTool } from '../../src/core/ports/catalogue.ts';
import type { McpPrompt, McpResource, McpResourceTemplate } from '../../src/core/ports/mcp-offers.ts';
import type { McpServerStatus, SessionEvent } from '../../src/core/state/events.ts';
import { type McpView, NO_SERVERS } from '../../src/tui/prompt/completion/mcp-feed.ts';

/** A server that is ready, but for what is given. */
export function server(over: Partial<McpServerStatus> = {}): McpServerStatus {
  return {
    name: 'shop',
    state: 'ready',
    transport: 'stdio',
    target: 'shop-mcp --stock',
    tools: 0,
    prompts: 0,
    resources: 0,
    restarts: 0,
    ...over,
  };
}

export function hasServer(over: Partial<McpServerStatus> = {}): SessionEvent {
  return { type: 'mcp_server', server: server(over) };
}

export function tool(name: string, description: string, over: Partial<CatalogueTool> = {}): CatalogueTool {
  return {
    name: `shop/${name}`,
    server: 'shop',
    tool: name,
    description,
    inputSchema: { type: 'object' },
    ...over,
  };
}

/** `/shop:greet <name> [style]`. */
export const GREET: McpPrompt = {
  server: 'shop',
  name: 'greet',
  description: 'Greets somebody.',
  arguments: [
    { name: 'name', description: 'Who it is.', required: true },
    { name: 'style', required: false },
  ],
};

export const NOTES: McpResource = { server: 'shop', uri: 'shop://notes', name: 'notes', title: 'Notes' };
const ORDERS: McpResource = { server: 'shop', uri: 'shop://orders', name: 'orders' };
export const ORDER: McpResourceTemplate = {
  server: 'shop',
  uriTemplate: 'shop://order/{id}/line/{line}',
  name: 'order line',
};

export function view(over: Partial<McpView> = {}): McpView {
  return { ...NO_SERVERS, prompts: [GREET], resources: [NOTES, ORDERS], templates: [ORDER], ...over };
}
