import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { SimseError } from '../core/errors.ts';
import { type FetchedTools, fetchTools } from './fetch-tools.ts';
import type { ConnectionEvents, McpConnection } from './mcp-connection.ts';
import type { ConnectionOptions } from './open-connection.ts';

export interface ConnectedServer {
  connection: McpConnection;
  fetched: FetchedTools;
}

/**
 * One attempt to get a server ready: start it, shake hands, read all its tools, within `startupTimeoutMs` altogether.
 * Rejects with a SimseError once nothing is left of the attempt. The MCP SDK is loaded here, with the first server.
 */
export async function connectServer(
  entry: McpServerConfig,
  options: ConnectionOptions,
  events: ConnectionEvents,
  stopping: AbortSignal,
): Promise<ConnectedServer> {
  const config = options.expand(entry);
  requireEnvironment(config, options.env);
  const { openConnection } = await import('./open-connection.ts');
  const attempt = new AbortController();
  const stop = (): void => attempt.abort(new SimseError('cancelled', 'was stopped'));
  const timer = setTimeout(() => attempt.abort(startupTimeout(config)), config.startupTimeoutMs);
  if (stopping.aborted) stop();
  stopping.addEventListener('abort', stop, { once: true });
  try {
    const connection = await openConnection(config, options, events, attempt.signal);
    return { connection, fetched: await firstTools(config, connection, attempt.signal) };
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}

/** The tools of a server that is up; it is taken down again when they cannot be had. */
async function firstTools(
  config: McpServerConfig,
  connection: McpConnection,
  signal: AbortSignal,
): Promise<FetchedTools> {
  try {
    return await listTools(config, connection, signal);
  } catch (error) {
    await connection[Symbol.asyncDispose]();
    throw signal.reason instanceof SimseError ? signal.reason : error;
  }
}

/** Every tool the server offers now; none, without asking, when it said that it has no tools. */
export function listTools(
  config: McpServerConfig,
  connection: McpConnection,
  signal: AbortSignal,
): Promise<FetchedTools> {
  if (!connection.hasTools) return Promise.resolve({ tools: [], problems: [] });
  return fetchTools(config, (cursor) => connection.listTools(cursor, signal));
}

function requireEnvironment(
  { requiredEnv, ...config }: McpServerConfig,
  env: Readonly<Record<string, string>>,
): void {
  const given = 'env' in config ? { ...env, ...config.env } : env;
  const missing = requiredEnv.filter((name) => (given[name] ?? '') === '');
  if (missing.length > 0) throw new SimseError('config', `needs ${missing.join(', ')} in the environment`);
}

function startupTimeout({ startupTimeoutMs }: McpServerConfig): SimseError {
  return new SimseError(
    'timeout',
    `was not ready within ${startupTimeoutMs} ms ("startupTimeoutMs" in mcp.json)`,
  );
}
