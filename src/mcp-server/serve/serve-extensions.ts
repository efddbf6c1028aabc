import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { cleanLine } from '../../core/text/clean-text.ts';
import { clientName } from './client-context.ts';
import type { Connection } from './offering.ts';

const MAX_LOG_CHARS = 2000;

/** Not in the protocol, but in simse's own specification: a client's log message as a request. */
const LogRequestSchema = z.object({
  method: z.literal('logging/message'),
  params: LoggingMessageNotificationSchema.shape.params,
});

/** Takes the level that a client wants to hear of, and what clients log themselves, as a request or a notification. */
export function serveLogging(connection: Connection, onClientLog: (line: string) => void): void {
  const { server } = connection;
  server.setRequestHandler(SetLevelRequestSchema, ({ params: { level } }) => {
    connection.logLevel = level;
    return {};
  });
  const take = ({
    level,
    logger,
    data,
  }: {
    level: string;
    logger?: string | undefined;
    data?: unknown;
  }): void => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const line = `${clientName(connection)}${logger === undefined ? '' : ` ${logger}`} ${level}: ${text}`;
    onClientLog(cleanLine(line.slice(0, MAX_LOG_CHARS)));
  };
  server.setRequestHandler(LogRequestSchema, ({ params }) => {
    take(params);
    return {};
  });
  server.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => take(params));
}

/**
 * Answers `roots/list`. In the protocol it goes the other way, from server to client; simse's own specification has the
 * server tell which folders it works in as well.
 */
export function serveRoots({ server }: Connection, roots: readonly string[]): void {
  server.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path })),
  }));
}
