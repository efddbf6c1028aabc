import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Connection } from './connection.ts';

/**
 * Answers `roots/list`. In the protocol it goes the other way, from server to client; simse's own specification has the
 * server tell which folders it works in as well.
 */
export function serveRoots({ server, features }: Connection): void {
  server.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: features.roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path })),
  }));
}
