import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import type { RemoteAccess, ServerTransport, TransportNotes } from './server-transport.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface TransportContext {
  /** simse's own environment, of which a child gets the harmless part. */
  env: Readonly<Record<string, string>>;
  /** Where a child runs whose entry names no directory. */
  cwd: string;
  /** For what is not a child process. */
  access: RemoteAccess;
  notes: TransportNotes;
}

/** The transport that an entry names, not yet started. Rejects with `config` for an entry that none can be made of. */
export async function openTransport(
  config: McpServerConfig,
  { env, cwd, access, notes }: TransportContext,
): Promise<ServerTransport> {
  switch (config.transport) {
    case 'stdio':
      return createStdioTransport({ ...config, cwd: config.cwd ?? cwd }, env, notes);
    case 'http':
    case 'sse': {
      const { openHttpOrSse } = await import('./detected-transport.ts');
      return openHttpOrSse(config, access, notes);
    }
    case 'websocket': {
      const { createWebSocketTransport } = await import('./websocket-transport.ts');
      return createWebSocketTransport(config, access, notes);
    }
    case 'lucenia-sse': {
      const { createLuceniaTransport } = await import('./lucenia/lucenia-transport.ts');
      return createLuceniaTransport(config, access, notes);
    }
  }
}
