import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { ServerTransport, TransportNotes } from './server-transport.ts';
import { createStdioTransport } from './stdio-transport.ts';

/** The transport that an entry names, not yet started. Throws `config` for one that this version does not have. */
export function openTransport(
  config: McpServerConfig,
  processEnv: Readonly<Record<string, string>>,
  notes: TransportNotes,
): ServerTransport {
  if (config.transport === 'stdio') return createStdioTransport(config, processEnv, notes);
  throw new SimseError('config', `transport ${config.transport} is not supported yet`);
}
