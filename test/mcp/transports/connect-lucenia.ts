import { createLuceniaTransport } from '../../../src/mcp/transports/lucenia/lucenia-transport.ts';
import { createPlainAccess } from '../../../src/mcp/transports/plain-access.ts';
import { type ConnectedClient, connectClient, remoteServer } from './connect-client.ts';
import { instruct } from './connect-http.ts';
import { type ServedFixture, serveFixture } from './serve-fixture.ts';

export interface Connected extends ConnectedClient, ServedFixture {}

/** A client of a fixture server, by an entry of mcp.json. */
export async function connectTo(served: ServedFixture, entry: object = {}): Promise<Connected> {
  const config = remoteServer({ transport: 'lucenia-sse', url: served.url, ...entry });
  const connected = await connectClient((notes) =>
    createLuceniaTransport(config, createPlainAccess(config), notes),
  );
  return { ...served, ...connected };
}

/** A client of one that is started with these options. */
export async function connect(program: string, options: object = {}, entry: object = {}): Promise<Connected> {
  return connectTo(await serveFixture(program, options), entry);
}

export interface WireMessage {
  id: string;
  method: string;
  params: Record<string, unknown>;
}

/** Everything that has reached a server until now, oldest first. */
export async function told(served: ServedFixture): Promise<Record<string, unknown>[]> {
  await instruct(served, {});
  return served.lines.filter((line) => !('done' in line));
}

/** What was posted to a server: messages and batches of them. */
export async function posted(served: ServedFixture): Promise<(WireMessage | WireMessage[])[]> {
  const lines = await told(served);
  return lines.filter((line) => 'post' in line).map((line) => line['post'] as WireMessage | WireMessage[]);
}

/** The messages of a method that were posted, those in batches too. */
export async function postedBy(served: ServedFixture, method: string): Promise<WireMessage[]> {
  const messages = await posted(served);
  return messages.flat().filter((message) => message.method === method);
}
