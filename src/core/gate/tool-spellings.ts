import { toolAlias } from '../text/tool-alias.ts';
import type { ToolKind } from '../tool-call.ts';

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
