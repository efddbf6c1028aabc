import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { LogLevel } from '../../core/ports/mcp-host.ts';
import type { ServerFeatures } from '../features.ts';

/** One client's connection: what is the same for all, and what this client has said. */
export interface Connection {
  server: Server;
  features: ServerFeatures;
  /** The least that the client wants to hear of. */
  logLevel: LogLevel;
  /** Takes what a client logs. One line. */
  onClientLog(line: string): void;
}

/** What the client calls itself, for logs and records; it may be anything. */
export function clientName({ server }: Pick<Connection, 'server'>): string {
  return server.getClientVersion()?.name ?? 'an MCP client';
}
