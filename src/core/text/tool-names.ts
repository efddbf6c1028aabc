/** `{server}/{tool}`: the name under which an MCP tool is known everywhere in simse. */
export function qualifiedName(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/** The server whose tools are simse's own, among those of the user's servers: no entry of mcp.json can have its name. */
export const OWN_SERVER = 'simse';

/** Of simse's own tools those that only read what simse itself keeps. */
export const OWN_READS: readonly string[] = ['simse/library_search', 'simse/library_catalog'];

/** The tools that the bridge has of its own: for agents that know nothing of resources. */
export const LIST_RESOURCES = 'simse/list_resources';
export const READ_RESOURCE = 'simse/read_resource';
/** Those that only say what there is, with what Codex calls them. */
export const BRIDGE_LISTS: readonly string[] = [
  LIST_RESOURCES,
  'simse/list_mcp_resources',
  'simse/list_mcp_resource_templates',
];
/** All ways to the resources of an MCP server. */
export const BRIDGE_TOOLS: readonly string[] = [...BRIDGE_LISTS, READ_RESOURCE, 'simse/read_mcp_resource'];

/** Splits at the first `/`, since a server's name has none and a tool's may. */
export function splitQualifiedName(name: string): { server: string; tool: string } | null {
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return null;
  return { server: name.slice(0, slash), tool: name.slice(slash + 1) };
}
