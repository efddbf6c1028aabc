import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { onTestFinished } from 'vitest';
import { type RemoteServerConfig, remoteServerSchema } from '../../../src/config/mcp-server-config.ts';
import type {
  RemoteAccess,
  ServerTransport,
  TransportNotes,
} from '../../../src/mcp/transports/server-transport.ts';

/** Requests with nothing but these headers. */
export function accessWith(headers: Record<string, string> = {}): RemoteAccess {
  return {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    headers: () => Promise.resolve(headers),
  };
}

/** An entry as mcp.json would have it. */
export function remoteServer(entry: object): RemoteServerConfig {
  return remoteServerSchema.parse({ name: 'fixture', ...entry });
}

export interface ConnectedClient {
  client: Client;
  transport: ServerTransport;
  /** What arrived that is no message. */
  noise: string[];
  /** Resolves with the reason when the connection has ended. */
  closed: Promise<string>;
}

/** An SDK client over a transport, connected. It is closed with the test. */
export async function connectClient(
  open: (notes: TransportNotes) => ServerTransport,
): Promise<ConnectedClient> {
  const noise: string[] = [];
  const transport = open({
    onNoise: (line) => noise.push(line),
    onDropped: (bytes) => noise.push(`${bytes}`),
  });
  const client = new Client({ name: 'test', version: '0' });
  const closed = new Promise<string>((resolve) => {
    client.onclose = () => resolve(transport.closeReason());
  });
  onTestFinished(() => transport.close());
  await client.connect(transport);
  return { client, transport, noise, closed };
}
