import { isRecord, type JsonObject } from '../../core/json.ts';
import { qualifiedName } from '../../core/text/tool-names.ts';
import type { McpTool } from './mcp-tools.ts';

/** In which simse's bridge says what a tool is called in simse. */
const NAME_KEY = 'simse/tool';

export interface ToolSource {
  /** The server's name in session/new. */
  server: string;
  /** It is simse itself, and behind it stand all of the user's servers. */
  isBridge: boolean;
}

/** A definition out of a list of tools, or null for one that cannot be called. */
export function readMcpTool({ server, isBridge }: ToolSource, raw: unknown): McpTool | null {
  if (!isRecord(raw) || typeof raw.name !== 'string' || raw.name === '') return null;
  const tool = raw.name;
  const description = typeof raw.description === 'string' ? raw.description : '';
  const name = isBridge ? bridgedName(tool, raw._meta) : qualifiedName(server, tool);
  const inputSchema = isRecord(raw.inputSchema) ? (raw.inputSchema as JsonObject) : { type: 'object' };
  const isReadOnly = isRecord(raw.annotations) && raw.annotations['readOnlyHint'] === true;
  return { name, server, tool, description, inputSchema, isReadOnly, asksItself: isBridge };
}

/** Tools cross the bridge as `server__tool`, where the server's name may not be told for sure: then the bridge tells. */
function bridgedName(tool: string, meta: unknown): string {
  const given = isRecord(meta) ? meta[NAME_KEY] : undefined;
  return typeof given === 'string' ? given : tool.replace('__', '/');
}
