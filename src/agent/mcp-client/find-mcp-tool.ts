import { closest } from '../../core/closest.ts';
import { SimseError } from '../../core/errors.ts';
import { splitQualifiedName } from '../../core/tool-names.ts';
import type { McpTool, McpToolList } from './mcp-tools.ts';

const MAX_NAMED = 8;

/** The tool that is called `server/tool`. Throws `not_found` with what there is instead. */
export function findMcpTool(name: string, { tools, failures }: McpToolList): McpTool {
  const found = tools.find((tool) => tool.name === name);
  if (found !== undefined) return found;
  const failed = failures.map(({ server, reason }) => `${server} did not answer (${reason})`);
  const hint = [
    ...failed,
    suggestion(
      name,
      tools.map((tool) => tool.name),
    ),
  ].join('; ');
  throw new SimseError('not_found', `there is no tool ${name}`, { hint: `${hint}.` });
}

function suggestion(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'no MCP server offers any tool';
  const server = splitQualifiedName(name)?.server;
  const siblings = names.filter((other) => splitQualifiedName(other)?.server === server);
  const meant = closest(name, siblings.length > 0 ? siblings : names);
  if (meant !== null) return `did you mean ${meant}?`.slice(0, -1);
  if (siblings.length === 0) return '`tools` lists all there are';
  const more = siblings.length > MAX_NAMED ? ', …' : '';
  return `${server} has ${siblings.slice(0, MAX_NAMED).join(', ')}${more}`;
}
