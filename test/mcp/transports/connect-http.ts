import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openHttpOrSse } from '../../../src/mcp/transports/detected-transport.ts';
import { createPlainAccess } from '../../../src/mcp/transports/plain-access.ts';
import { type ConnectedClient, connectClient, remoteServer } from './connect-client.ts';
import { type ServedFixture, serveFixture } from './serve-fixture.ts';

export interface Connected extends ConnectedClient, ServedFixture {}

/** What the fixtures' tool says when it is called with the word. */
export const ECHO = { name: 'echo', arguments: { word: 'grüße 👋🏽 日本' } };
export const ECHOED = { content: [{ type: 'text', text: '{"word":"grüße 👋🏽 日本"}' }] };

/** A client of a fixture server that runs with these options, by an entry of mcp.json without credentials. */
export async function connect(options: object = {}, entry: object = {}): Promise<Connected> {
  const served = await serveFixture('http-server', options);
  return { ...served, ...(await connectTo({ transport: 'http', url: served.url, ...entry })) };
}

export function connectTo(entry: object): Promise<ConnectedClient> {
  const config = remoteServer(entry);
  return connectClient((notes) => openHttpOrSse(config, createPlainAccess(config), notes));
}

/** What has reached a fixture by an MCP method or, for what holds none, by a method of HTTP; oldest first. */
export function received({ lines }: ServedFixture, method: string): Received[] {
  return (lines as unknown as Received[]).filter((line) => (line.method ?? line.http) === method);
}

/** As `received`, and nothing is missing that reached the fixture before: it tells things a little later than it does them. */
export async function allReceived(served: ServedFixture, method: string): Promise<Received[]> {
  await instruct(served, {});
  return received(served, method);
}

/** Gives a fixture a command, and waits until it is carried out. */
export async function instruct({ tell, lines }: ServedFixture, command: object): Promise<void> {
  const token = randomUUID();
  tell({ ...command, token });
  await expect.poll(() => lines.some((line) => line['done'] === token)).toBe(true);
}

export interface Received {
  http: string;
  method?: string;
  path: string;
  headers: Record<string, string>;
  /** Epoch milliseconds. */
  at: number;
}
