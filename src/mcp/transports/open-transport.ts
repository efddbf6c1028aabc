import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { RemoteAccess } from './remote-access.ts';
import type { ServerTransport, TransportNotes } from './server-transport.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface TransportContext {
  /** simse's own environment, of which a child gets the harmless part. */
  env: Readonly<Record<string, string>>;
  /** For what is not a child process. */
  access: RemoteAccess;
  notes: TransportNotes;
}

/** The transport that an entry names, not yet started. */
export async function openTransport(
  config: McpServerConfig,
  { env, access, notes }: TransportContext,
): Promise<ServerTransport> {
  if (config.transport === 'stdio') return createStdioTransport(config, env, notes);
  if (config.transport === 'websocket') {
    const { createWebSocketTransport } = await import('./websocket-transport.ts');
    return createWebSocketTransport(config, access, notes);
  }
  throw new SimseError('config', `transport ${config.transport} is not supported yet`);
}
