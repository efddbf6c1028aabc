import { SimseError } from '../core/errors.ts';
import type { ToolCatalogue, ToolResult } from '../core/ports/catalogue.ts';
import { closest } from '../core/text/closest.ts';
import { splitQualifiedName } from '../core/text/tool-names.ts';
import { callTool } from './call-tool.ts';
import { capResult, type ResultCap } from './cap-result.ts';
import type { ServerSupervisor } from './server/server-supervisor.ts';

/** The tools of all servers that are ready; results are capped by what `cap` says for a tool's name. */
export function createHostCatalogue(
  servers: ReadonlyMap<string, ServerSupervisor>,
  onChange: ToolCatalogue['onChange'],
  cap: (name: string) => ResultCap,
): ToolCatalogue {
  return {
    async ready() {
      await Promise.all([...servers.values()].map((server) => server.ready()));
    },
    list: () => [...servers.values()].flatMap(({ lists }) => lists.tools.items),
    find(name) {
      const server = servers.get(splitQualifiedName(name)?.server ?? '');
      return server?.lists.tools.items.find((tool) => tool.name === name);
    },
    async call(name, args, options = {}) {
      const { server, tool } = splitQualifiedName(name) ?? { server: '', tool: '' };
      const supervisor = servers.get(server);
      if (supervisor === undefined) throw unknownServer(name, [...servers.keys()]);
      const result = await callTool(supervisor, tool, args, options);
      const limits = cap(name);
      return isShortText(result, limits.maxChars) ? result : capResult(result, limits);
    },
    onChange,
  };
}

/** Most results are, and need no look at what else a cap is for. */
function isShortText(
  { content: [block, ...others], structuredContent }: ToolResult,
  maxChars: number,
): boolean {
  if (structuredContent !== undefined || others.length > 0) return false;
  return block?.type === 'text' && block.text.length <= maxChars;
}

function unknownServer(name: string, servers: readonly string[]): SimseError {
  const { server } = splitQualifiedName(name) ?? { server: name };
  const meant = closest(server, servers);
  const known = servers.length === 0 ? 'No MCP server is configured.' : `Configured: ${servers.join(', ')}.`;
  return new SimseError('not_found', `there is no tool ${name}: no MCP server of that name`, {
    hint: meant === null ? known : `Did you mean ${meant}?`,
  });
}
