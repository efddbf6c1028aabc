import { quoteCommandLine } from '../platform/command-line.ts';
import { hideSecrets } from './map-secrets.ts';
import type { McpServerConfig } from './mcp-server-config.ts';

/**
 * What of a server is started or reached, for people: its command line or its address, variables as they are written, secrets
 * hidden.
 */
export function serverTarget(config: McpServerConfig): string {
  const shown = hideSecrets(config);
  return shown.transport === 'stdio' ? quoteCommandLine([shown.command, ...shown.args]) : shown.url;
}
