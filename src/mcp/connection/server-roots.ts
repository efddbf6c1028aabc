import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';

export interface Root {
  uri: string;
  name: string;
}

/**
 * What a server is told when it asks for the roots: the workspace, and the folders that its own entry names. The latter
 * because some servers, @modelcontextprotocol/server-filesystem for one, take the roots in place of their arguments.
 */
export async function serverRoots(config: McpServerConfig, workspace: readonly string[]): Promise<Root[]> {
  const args = config.transport === 'stdio' ? config.args.filter((arg) => isAbsolute(arg)) : [];
  const named = await Promise.all(args.map(async (arg) => ((await isFolder(arg)) ? [arg] : [])));
  const folders = new Set([...workspace, ...named.flat()]);
  return [...folders].map((folder) => ({
    uri: pathToFileURL(folder).href,
    name: basename(folder) || folder,
  }));
}

async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() ?? false;
}
