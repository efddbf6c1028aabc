import type { PinnedServer, Pins } from './pin-file.ts';
import type { Definitions, ToolDefinition } from './tool-definition.ts';

/** Twice as many as a server may offer: those that are gone are remembered too, the oldest not for ever. */
const MAX_PINNED_TOOLS = 2000;

export const NO_PINS: Pins = { rebuilt: false, servers: [] };
/** What takes the place of a file that cannot be read. */
export const REBUILT_PINS: Pins = { rebuilt: true, servers: [] };

/** What several collections of pins know of a server, the later counting where they differ; null when they know nothing. */
export function findTools(all: readonly (Pins | null)[], key: string): Definitions | null {
  const found = all.flatMap((pins) => pins?.servers.filter((server) => server.key === key) ?? []);
  return found.length === 0 ? null : byName(found.flatMap(({ tools }) => tools));
}

/** The pins with these definitions in place of earlier ones. The server is the youngest then, and so are the tools. */
export function addTools(
  { rebuilt, servers }: Pins,
  { key, name }: { key: string; name: string },
  tools: Definitions,
): Pins {
  const before = servers.find((server) => server.key === key)?.tools ?? [];
  const kept = [...before.filter((tool) => !tools.has(tool.name)), ...tools.values()];
  const server: PinnedServer = { key, name, tools: kept.slice(-MAX_PINNED_TOOLS) };
  return { rebuilt, servers: [...servers.filter((other) => other.key !== key), server] };
}

export function byName(tools: Iterable<ToolDefinition>): Map<string, ToolDefinition> {
  return new Map(Array.from(tools, (tool) => [tool.name, tool]));
}
