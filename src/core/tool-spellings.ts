import { toolAlias } from './tool-alias.ts';

/** How agents name a tool of an MCP server that they know as `simse`. `tool` is `server/tool`. */
export function toolSpellings(tool: string): string[] {
  const alias = toolAlias(tool);
  return [
    alias,
    `mcp__simse__${alias}`,
    `mcp.simse.${alias}`,
    `simse__${alias}`,
    `simse_${alias}`,
    `${alias} (simse MCP Server)`,
  ];
}
