import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type {
  McpOffers,
  McpResource,
  McpResourceTemplate,
  OfferOptions,
} from '../../core/ports/mcp-offers.ts';
import { TOOL_NAME } from '../../core/rpc/own-meta.ts';
import { LIST_RESOURCES, READ_RESOURCE, toolAlias } from '../../core/text/tool-names.ts';
import { findResource, type ResourceLinks } from './resource-refs.ts';

/** What the tools need of the bridge. */
interface Resources {
  offers: McpOffers;
  links: ResourceLinks;
}

type ResourceTool = (
  resources: Resources,
  args: JsonObject,
  options: OfferOptions,
) => ToolResult | Promise<ToolResult>;

const PAGE = 100;
const SERVER = { type: 'string', description: 'The name of an MCP server, as list_resources gives it' };

const TOOLS: readonly { name: string; definition: Omit<Tool, 'name'>; call: ResourceTool }[] = [
  {
    name: LIST_RESOURCES,
    definition: {
      title: 'List resources',
      description:
        'Lists what the MCP servers offer to be read: resources, and templates of which the uris of more are made.',
      inputSchema: {
        type: 'object',
        properties: {
          server: SERVER,
          cursor: { type: 'string', description: 'nextCursor of the page before' },
        },
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    call: ({ offers }, args) => listPage(offers, args),
  },
  {
    name: READ_RESOURCE,
    definition: {
      title: 'Read a resource',
      description: 'Reads a resource of an MCP server.',
      inputSchema: {
        type: 'object',
        properties: { server: SERVER, uri: { type: 'string' } },
        required: ['uri'],
      },
      annotations: { readOnlyHint: true },
    },
    call: readOne,
  },
];

/** What the tools are called by agents. */
export const RESOURCE_TOOL_ALIASES: readonly string[] = TOOLS.map(({ name }) => toolAlias(name));

/** For agents that know nothing of resources; none where no server has any. */
export function listResourceTools(offers: McpOffers): Tool[] {
  if (offers.resources().length === 0 && offers.templates().length === 0) return [];
  return TOOLS.map(({ name, definition }) => ({
    name: toolAlias(name),
    ...definition,
    _meta: { [TOOL_NAME]: name },
  }));
}

export function findResourceTool(alias: string): ResourceTool | undefined {
  return TOOLS.find(({ name }) => toolAlias(name) === alias)?.call;
}

function listPage(offers: McpOffers, { server, cursor = '0' }: JsonObject): ToolResult {
  const from = Number(cursor);
  if (!Number.isSafeInteger(from) || from < 0)
    throw new SimseError('usage', 'cursor did not come from list_resources');
  const isAsked = (offered: McpResource | McpResourceTemplate) =>
    server === undefined || offered.server === server;
  const all = [...offers.resources(), ...offers.templates()].filter(isAsked);
  const page = all.slice(from, from + PAGE);
  return asJson({
    resources: page.filter((offered) => 'uri' in offered),
    templates: page.filter((offered) => 'uriTemplate' in offered),
    ...(from + PAGE < all.length ? { nextCursor: String(from + PAGE) } : {}),
  });
}

async function readOne(
  { offers, links }: Resources,
  { server, uri }: JsonObject,
  options: OfferOptions,
): Promise<ToolResult> {
  if (typeof uri !== 'string') throw new SimseError('usage', 'uri is missing');
  const place = typeof server === 'string' ? { server, uri } : findResource(uri, offers, links);
  const { signal, toolCallId } = options;
  const about = { ...(signal && { signal }), ...(toolCallId !== undefined && { toolCallId }) };
  const content = await offers.readResource(place.server, place.uri, about);
  return { content: content.map(toPlainBlock), isError: false };
}

/** Agents that know nothing of resources show text and pictures, but not always what is embedded. */
function toPlainBlock(block: ContentBlock): ContentBlock {
  if (block.type !== 'resource') return block;
  const { text, blob, mimeType = '' } = block;
  if (text !== undefined) return { type: 'text', text };
  const [kind] = mimeType.split('/');
  if (blob === undefined || (kind !== 'image' && kind !== 'audio')) return block;
  return { type: kind, mimeType, data: blob };
}

function asJson(value: object): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }], isError: false };
}
