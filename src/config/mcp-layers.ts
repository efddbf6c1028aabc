import { join, resolve } from 'node:path';
import { MCP_FILE_HINT, type McpFile, parseMcpFile } from './parse-mcp-file.ts';
import type { ConfigFormat } from './read-config-file.ts';
import { type Layer, type Places, readLayers } from './read-layers.ts';

/** Where a project may have its mcp.json; the first one that is there counts. */
const PROJECT_FILES = [join('.simse', 'mcp.json'), 'mcp.json'];

export const MCP_FORMAT: ConfigFormat<McpFile> = { parse: parseMcpFile, hint: MCP_FILE_HINT };

/** The user's mcp.json and the project's, weakest first. Throws SimseError('config') for a file that is wrong. */
export function readMcpLayers(places: Places): Promise<{ layers: Layer<McpFile>[]; warnings: string[] }> {
  return readLayers('mcp.json', PROJECT_FILES, MCP_FORMAT, places);
}

/** The mcp.json of a scope: the one that is read, else the one that would be. */
export function mcpFileOf(
  scope: 'user' | 'project',
  layers: readonly Layer<McpFile>[],
  { cwd, configDir }: Places,
): string {
  const present = layers.find(({ origin }) => origin.scope === scope);
  if (present !== undefined) return present.origin.file;
  return scope === 'user' ? resolve(configDir, 'mcp.json') : join(cwd, 'mcp.json');
}
