import { isRecord } from '../../core/json.ts';
import { qualifiedName } from '../../core/tool-names.ts';
import type { McpTool } from './mcp-tools.ts';

/** What the one server that simse passes to its backends is called; behind it stand all of the user's servers. */
const BRIDGE = 'simse';
/** In which the bridge says what a tool is called in simse. */
const NAME_KEY = 'simse/tool';

/** A definition out of a list of tools, or null for one that cannot be called. */
export function readMcpTool(server: string, raw: unknown): McpTool | null {
  if (!isRecord(raw) || typeof raw.name !== 'string' || raw.name === '') return null;
  const tool = raw.name;
  const description = typeof raw.description === 'string' ? raw.description : '';
  if (server !== BRIDGE) {
    return { name: qualifiedName(server, tool), server, tool, description, asksItself: false };
  }
  const given = isRecord(raw._meta) ? raw._meta[NAME_KEY] : undefined;
  const isBridged = typeof given === 'string';
  // Tools cross the bridge as `server__tool`, which does not say for sure where the server's name ends.
  return {
    name: isBridged ? given : tool.replace('__', '/'),
    server,
    tool,
    description,
    asksItself: isBridged,
  };
}
