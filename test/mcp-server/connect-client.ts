import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';
import type { Library } from '../../src/core/ports/library.ts';
import { createOwnServer } from '../../src/mcp-server/own-server.ts';
import { ownFeatures } from './own-features.ts';
import type { RecordedSessions } from './recorded-sessions.ts';

export interface ConnectedClient {
  client: Client;
  library: Library;
  archive: RecordedSessions;
  /** What clients logged, as simse's log has it. */
  log: string[];
}

/** A client of what simse offers, in memory. */
export async function connectClient({
  sessions,
}: {
  sessions?: number | undefined;
} = {}): Promise<ConnectedClient> {
  const { features, library, archive } = await ownFeatures(sessions);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const log: string[] = [];
  const server = createOwnServer({ version: '1.2.3', features, onClientLog: (line) => log.push(line) });
  await server.connect(serverSide);
  const client = new Client({ name: 'agent', version: '1' });
  await client.connect(clientSide);
  onTestFinished(() => client.close());
  return { client, library, archive, log };
}
