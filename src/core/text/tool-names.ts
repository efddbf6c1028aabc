import type { ToolKind } from '../tool-call.ts';

/** `{server}/{tool}`: the name under which an MCP tool is known everywhere in simse. */
export function qualifiedName(server: string, tool: string): string {
  return `${server}/${tool}`;
}

/** Splits at the first `/`, since a server's name has none and a tool's may. */
export function splitQualifiedName(name: string): { server: string; tool: string } | null {
  const slash = name.indexOf('/');
  if (slash <= 0 || slash === name.length - 1) return null;
  return { server: name.slice(0, slash), tool: name.slice(slash + 1) };
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

/**
 * The longest alias. Models take tool names of 64 characters, and agents put up to 12 of their own in front
 * (`mcp__simse__`).
 */
const MAX_ALIAS_CHARS = 52;
const HASH_CHARS = 8;

/**
 * `server/tool` in the letters that every model takes: `server__tool`. A name that does not fit, or could be read as that
 * of another tool, is changed as little as needed and ends with a hash of the name itself.
 */
export function toolAlias(name: string): string {
  const { server, tool } = splitQualifiedName(name) ?? { server: '', tool: name };
  const plain = `${server}__${tool}`;
  const alias = plain.replace(/[^A-Za-z0-9_-]/g, '_');
  const isAmbiguous = server === '' || server.includes('__') || server.endsWith('_');
  if (alias === plain && alias.length <= MAX_ALIAS_CHARS && !isAmbiguous) return alias;
  return `${alias.slice(0, MAX_ALIAS_CHARS - HASH_CHARS - 1)}_${hash(name)}`;
}

/** FNV-1a over UTF-16 units, 32 bits in hex: tells names apart, keeps no secret. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(HASH_CHARS, '0');
}

/**
 * How agents name a tool of an MCP server that they know as `simse`. `tool` is `server/tool`. Some keep two underscores for
 * themselves and make one of those in a name.
 */
export function toolSpellings(tool: string): string[] {
  const alias = toolAlias(tool);
  const spelled = [alias, alias.replaceAll(/_{2,}/g, '_')].flatMap((name) => [
    `${PREFIX}${name}`,
    `mcp.simse.${name}`,
    `simse__${name}`,
    `simse_${name}`,
    `${name} (simse MCP Server)`,
  ]);
  return [...new Set([alias, ...spelled])];
}

/** What most agents put before the name. Nothing that they have of their own is called so. */
const PREFIX = 'mcp__simse__';

/** The kinds of calls whose title may be the bare name of a tool. */
const HARMLESS: ReadonlySet<ToolKind> = new Set(['other', 'fetch', 'read', 'search']);

/**
 * Whether a call is by its exact name one of this tool. Where an agent gives no name but a title, that has to be harmless or
 * to carry the whole prefix: a command can be called anything.
 */
export function isCallOf(
  tool: string,
  { name, title, kind }: { name: string | undefined; title: string; kind: ToolKind },
): boolean {
  const mayBeTitle = name === undefined && (HARMLESS.has(kind) || title.startsWith(PREFIX));
  return toolSpellings(tool).some((spelling) => spelling === name || (mayBeTitle && spelling === title));
}
