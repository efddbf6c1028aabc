import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import type { Sourced } from '../../config/read-layers.ts';
import type { Project } from '../load-project.ts';

/** The MCP servers of a project that may be started: those that are not waiting for the user's word. */
export function trustedServers({
  config,
  untrusted,
}: Pick<Project, 'config' | 'untrusted'>): Sourced<McpServerConfig>[] {
  const waiting = new Set(untrusted.filter(({ kind }) => kind === 'mcp_server').map(({ name }) => name));
  return config.mcpServers.filter(({ value }) => !waiting.has(value.name));
}
