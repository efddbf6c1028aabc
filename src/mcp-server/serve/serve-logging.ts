import { LoggingMessageNotificationSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { cleanLine } from '../../core/text/clean-text.ts';
import { clientName, type Connection } from './connection.ts';

const MAX_LOG_CHARS = 2000;

/** Not in the protocol, but in simse's own specification: a client's log message as a request. */
const LogRequestSchema = z.object({
  method: z.literal('logging/message'),
  params: LoggingMessageNotificationSchema.shape.params,
});

/** Takes the level that a client wants to hear of, and what clients log themselves, as a request or a notification. */
export function serveLogging(connection: Connection): void {
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
    connection.onClientLog(cleanLine(line.slice(0, MAX_LOG_CHARS)));
  };
  server.setRequestHandler(LogRequestSchema, ({ params }) => {
    take(params);
    return {};
  });
  server.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => take(params));
}
