import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  McpError,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { cleanLine } from '../core/clean-text.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import type { McpClientServices } from '../core/mcp-host.ts';
import type { ConnectionEvents, McpConnection } from './mcp-connection.ts';
import { createRequester, LONGEST_TIMER_MS, type Requester } from './requester.ts';
import { MESSAGE_LIMIT_BYTES } from './transports/message-limit.ts';
import { type Root, serverRoots } from './server-roots.ts';
import { openTransport } from './transports/open-transport.ts';
import type { RemoteAccess } from './transports/remote-access.ts';
import type { ServerTransport } from './transports/server-transport.ts';

const LOG_LINE_CHARS = 2000;

export interface ConnectionOptions {
  /** The folders of the workspace, absolute. */
  roots: readonly string[];
  /** simse's own environment, of which a child gets the harmless part. */
  env: Readonly<Record<string, string>>;
  clientVersion: string;
  /** Who answers what the server asks for. */
  services?: McpClientServices;
  /** An entry as it is to be started, with its variables replaced. Throws `config` for one that is not set. */
  expand(config: McpServerConfig): McpServerConfig;
}

/**
 * Starts or reaches a server and shakes hands with it. Rejects with a SimseError once nothing is left of the attempt;
 * `not_found`, `config` and `protocol` are failures that a second attempt will not mend.
 */
export async function openConnection(
  config: McpServerConfig,
  options: ConnectionOptions,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<McpConnection> {
  const log = (line: string): void => events.onLog(cleanLine(line.slice(0, LOG_LINE_CHARS)));
  const roots = await serverRoots(config, options.roots);
  const client = createClient(options.clientVersion, roots, events, log);
  let whyClosed: string | null = null;
  const requester = createRequester(client, config.timeoutMs, () => whyClosed);
  const transport = await openTransport(config, {
    env: options.env,
    access: plainAccess(config),
    notes: { onNoise: log, onDropped: (bytes) => requester.failAll(tooLarge(bytes)) },
  });
  const closed = new Promise<string>((resolve) => {
    client.onclose = () => resolve((whyClosed = transport.closeReason()));
  });
  try {
    await client.connect(transport, { signal, timeout: LONGEST_TIMER_MS });
  } catch (error) {
    const failure = startFailure(error, signal, whyClosed);
    await transport.close();
    throw failure;
  }
  return createConnection(client, transport, requester, closed);
}

/** Requests with the headers of the entry. */
function plainAccess(config: McpServerConfig): RemoteAccess {
  const configured = 'headers' in config ? config.headers : {};
  return {
    fetch(url, init) {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(configured)) headers.set(name, value);
      return fetch(url, { ...init, headers, redirect: 'manual' });
    },
    headers: () => Promise.resolve(configured),
  };
}

function createClient(
  version: string,
  roots: Root[],
  events: ConnectionEvents,
  log: (line: string) => void,
): Client {
  const client = new Client({ name: 'simse', version }, { capabilities: { roots: {} } });
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.onToolsChanged());
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, logger, data } }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    log(`${level}${logger === undefined ? '' : ` ${logger}`}: ${text}`);
  });
  client.onerror = (error) => log(error.message);
  return client;
}

function createConnection(
  client: Client,
  transport: ServerTransport,
  { request }: Requester,
  closed: Promise<string>,
): McpConnection {
  const serverInfo = client.getServerVersion();
  return {
    ...(transport.pid === undefined ? {} : { pid: transport.pid }),
    ...(transport.protocolVersion === undefined ? {} : { protocolVersion: transport.protocolVersion }),
    ...(serverInfo === undefined
      ? {}
      : { serverInfo: { name: serverInfo.name, version: serverInfo.version } }),
    instructions: client.getInstructions() ?? null,
    hasTools: client.getServerCapabilities()?.tools !== undefined,
    listTools: (cursor, signal) =>
      request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, { signal }),
    callTool: (name, args, options) =>
      request({ method: 'tools/call', params: { name, arguments: args } }, options),
    closed,
    async [Symbol.asyncDispose]() {
      await transport.close();
      await closed;
    },
  };
}

/** Why there is no connection. What is no proper answer to initialize now will be none the next time either. */
function startFailure(error: unknown, signal: AbortSignal, whyClosed: string | null): SimseError {
  if (signal.reason instanceof SimseError) return signal.reason;
  if (error instanceof SimseError) return error;
  const cause = { cause: error };
  if (whyClosed !== null) return new SimseError('mcp_failed', whyClosed, cause);
  if (error instanceof McpError)
    return new SimseError('protocol', `refused initialize: ${error.message}`, cause);
  return new SimseError('protocol', `gave no valid answer to initialize: ${messageOf(error)}`, cause);
}

function tooLarge(bytes: number): SimseError {
  const megabytes = (size: number): string => `${Math.round(size / 1024 / 1024)} MB`;
  const limit = megabytes(MESSAGE_LIMIT_BYTES);
  return new SimseError(
    'limit',
    `sent a message of ${megabytes(bytes)}, which was dropped; the limit is ${limit}`,
  );
}
