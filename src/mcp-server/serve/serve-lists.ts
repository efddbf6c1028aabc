import {
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { INVALID_PARAMS, RpcError } from '../../core/rpc/rpc-message.ts';
import { LIST_NAMES, MCP_LISTS } from '../../mcp/protocol/mcp-lists.ts';
import type { Connection } from './offering.ts';

const SCHEMAS = {
  tools: ListToolsRequestSchema,
  prompts: ListPromptsRequestSchema,
  resources: ListResourcesRequestSchema,
  templates: ListResourceTemplatesRequestSchema,
};

/** Answers every `…/list`, page by page. */
export function serveLists({ server, offering }: Connection): void {
  for (const name of LIST_NAMES) {
    server.setRequestHandler(SCHEMAS[name], async ({ params }) => {
      const items = await offering.lists[name](params?._meta);
      return pageOf(MCP_LISTS[name].key, items, offering.pageSize, params?.cursor);
    });
  }
}

/** A page of a list, and the cursor of the next one. Throws what a client is told for a cursor that is not ours. */
function pageOf(key: string, items: readonly object[], size: number, cursor = '0'): Record<string, unknown> {
  const from = Number(cursor);
  if (!Number.isInteger(from) || from < 0) throw new RpcError(INVALID_PARAMS, 'Invalid cursor');
  const end = from + size;
  return { [key]: items.slice(from, end), ...(end < items.length ? { nextCursor: String(end) } : {}) };
}
