import { createHash } from 'node:crypto';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';

/**
 * Names a server for its pins: by its entry, with variables as they are written, and for an entry of a project's own file
 * by the project too. So a server of the same name elsewhere is another, and one that is only updated is the same.
 */
export function pinKey(config: McpServerConfig, project: string | null): string {
  const { name, transport } = config;
  const target = config.transport === 'stdio' ? [config.command, ...config.args] : [config.url];
  return createHash('sha256')
    .update(JSON.stringify([name, transport, target, project]))
    .digest('hex');
}
