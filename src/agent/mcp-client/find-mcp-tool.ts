import { closest } from '../../core/text/closest.ts';
import { SimseError } from '../../core/errors.ts';
import { toolAlias, splitQualifiedName } from '../../core/text/tool-names.ts';
import type { McpTool, McpToolList } from './mcp-tools.ts';

const MAX_NAMED = 8;

/** The tool that is called `server/tool`. Throws `not_found` with what there is instead. */
export function findMcpTool(name: string, { tools, failures }: McpToolList): McpTool {
  const alias = toolAlias(name);
  const found = tools.find((tool) => tool.name === name) ?? tools.find(({ tool }) => tool === alias);
  if (found !== undefined) return found;
  const names = tools.map((tool) => tool.name);
  const failed = failures.map(({ server, reason }) => `The server ${server} did not answer: ${reason}.`);
  const hint = [...failed, suggestion(name, names)].join(' ');
  throw new SimseError('not_found', `there is no tool ${name}`, { hint });
}

/** One sentence. */
function suggestion(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'No MCP server offers any tool.';
  const server = splitQualifiedName(name)?.server;
  const siblings = names.filter((other) => splitQualifiedName(other)?.server === server);
  const meant = closest(name, siblings.length > 0 ? siblings : names);
  if (meant !== null) return `Did you mean ${meant}?`;
  if (siblings.length === 0) return '`tools` lists all there are.';
  const more = siblings.length > MAX_NAMED ? ', …' : '.';
  return `${server} has ${siblings.slice(0, MAX_NAMED).join(', ')}${more}`;
}
