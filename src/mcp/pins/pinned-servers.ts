import type { PinnedServer, Pins } from './pin-file.ts';
import type { Definitions, ToolDefinition } from './tool-definition.ts';

/** Twice as many as a server may offer: those that are gone are remembered too, the oldest not for ever. */
const MAX_PINNED_TOOLS = 2000;

export const NO_PINS: Pins = { rebuilt: false, servers: [] };
/** What takes the place of a file that cannot be read. */
export const REBUILT_PINS: Pins = { rebuilt: true, servers: [] };

/** Tools that a server offers, and the label of the client that it offers them to; null where that does not matter. */
export interface Seen {
  client: string | null;
  tools: Definitions;
}

interface Pinned {
  clients: ReadonlySet<string>;
  tools: Definitions;
}

/** What several collections of pins know of a server, the later counting where they differ; null when they know nothing. */
export function findPinned(all: readonly (Pins | null)[], key: string): Pinned | null {
  const found = all.flatMap((pins) => pins?.servers.filter((server) => server.key === key) ?? []);
  if (found.length === 0) return null;
  return {
    clients: new Set(found.flatMap(({ clients }) => clients)),
    tools: byName(found.flatMap(({ tools }) => tools)),
  };
}

/** What is approved of as it is, being what a server first offers to such a client; null where that has been before. */
export function firstSeen(pinned: Pinned | null, { client, tools }: Seen): Seen | null {
  // A server that loads its tools later has shown none yet.
  if (tools.size === 0 || client === null || pinned?.clients.has(client) === true) return null;
  return {
    client,
    tools: byName([...tools.values()].filter(({ name }) => pinned?.tools.has(name) !== true)),
  };
}

/** The pins with these definitions in place of earlier ones. The server is the youngest then, and so are the tools. */
export function addSeen(
  { rebuilt, servers }: Pins,
  { key, name }: { key: string; name: string },
  { client, tools }: Seen,
): Pins {
  const before = servers.find((server) => server.key === key);
  const clients = new Set([...(before?.clients ?? []), ...(client === null ? [] : [client])]);
  const kept = [...(before?.tools ?? []).filter((tool) => !tools.has(tool.name)), ...tools.values()];
  const server: PinnedServer = { key, name, clients: [...clients], tools: kept.slice(-MAX_PINNED_TOOLS) };
  return { rebuilt, servers: [...servers.filter((other) => other.key !== key), server] };
}

export function byName(tools: Iterable<ToolDefinition>): Map<string, ToolDefinition> {
  return new Map(Array.from(tools, (tool) => [tool.name, tool]));
}
