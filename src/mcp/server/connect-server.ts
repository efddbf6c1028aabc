import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { onAbort } from '../../core/abort.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpClientServices } from '../../core/ports/mcp-host.ts';
import type { ServerAccess } from '../auth/open-access.ts';
import { createClientFeatures } from '../connection/client-features.ts';
import type { KeepAliveTimes } from '../connection/keep-alive.ts';
import type { ConnectionEvents, McpConnection } from '../connection/mcp-connection.ts';
import type { Pause } from '../connection/pause.ts';
import type { ServerLog } from '../connection/server-log.ts';
import { serverRoots } from '../connection/server-roots.ts';
import type { RemoteAccess } from '../transports/server-transport.ts';

/** Of a server that is a child of simse, which is reached without. */
const NO_ACCESS: RemoteAccess = {
  fetch: () => Promise.reject(new SimseError('config', 'is not a remote server')),
  headers: () => Promise.resolve({}),
};

/** What all servers of a host have in common. */
export interface HostSurroundings {
  /** simse's own environment, of which a child gets the harmless part. */
  readonly env: Readonly<Record<string, string>>;
  /** Where servers run, absolute, unless their entry names another directory. */
  readonly cwd: string;
  readonly clientVersion: string;
  /** Where logins are kept; null keeps none. */
  readonly credentialsDir: string | null;
  readonly keepAliveTimes: KeepAliveTimes;
  /** An entry as it is to be started, with its variables replaced. Throws `config` for one that is not set. */
  expand(config: McpServerConfig): McpServerConfig;
  /** The folders of the workspace, absolute. */
  roots: readonly string[];
  services: McpClientServices;
}

interface ConnectOptions {
  surroundings: HostSurroundings;
  events: ConnectionEvents;
  log: ServerLog;
  pause: Pause;
}

/** Starts or reaches a server and shakes hands with it. Rejects with a SimseError once nothing is left of the attempt. */
export async function connectServer(
  entry: McpServerConfig,
  { surroundings, events, log, pause }: ConnectOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const config = surroundings.expand(entry);
  requireEnvironment(config, surroundings.env);
  const [{ openConnection }, access] = await Promise.all([
    import('../connection/open-connection.ts'),
    openServerAccess(config, surroundings, log, pause),
  ]);
  const features = createClientFeatures({
    server: config.name,
    services: surroundings.services,
    roots: () => serverRoots(config, surroundings.roots),
    log: log.line,
  });
  const { env, cwd, clientVersion, keepAliveTimes } = surroundings;
  return openConnection(
    {
      config,
      env,
      cwd,
      client: { name: 'simse', version: clientVersion },
      keepAliveTimes,
      access: access ?? NO_ACCESS,
      features,
      events,
      log,
      pause,
    },
    signal,
  );
}

/** The way to a remote server, for a connection or a login; null for one that is a child of simse. */
export async function openServerAccess(
  config: McpServerConfig,
  { credentialsDir, env, cwd, services }: HostSurroundings,
  log: ServerLog,
  pause: Pause,
): Promise<ServerAccess | null> {
  if (config.transport === 'stdio') return null;
  const { openAccess } = await import('../auth/open-access.ts');
  const { showLogIn, mayLogIn = () => true } = services;
  return openAccess(config, {
    credentialsDir,
    env,
    cwd,
    onLogIn: () => pause.begin(),
    mayLogIn: () => mayLogIn(config.name),
    ...(showLogIn === undefined ? {} : { showLogIn }),
    log: log.line,
  });
}

function requireEnvironment(
  { requiredEnv, ...config }: McpServerConfig,
  env: Readonly<Record<string, string>>,
): void {
  const given = 'env' in config ? { ...env, ...config.env } : env;
  const missing = requiredEnv.filter((name) => (given[name] ?? '') === '');
  if (missing.length > 0) throw new SimseError('config', `needs ${missing.join(', ')} in the environment`);
}

/**
 * Runs one attempt to get a server ready with a signal that aborts, with a SimseError, when `startupTimeoutMs` have passed
 * or the attempt is not wanted any more. A login that somebody is busy with does not count.
 */
export async function withStartupLimit<T>(
  { startupTimeoutMs }: McpServerConfig,
  pause: Pause,
  stopping: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController();
  const timer = setTimeout(() => {
    if (pause.isPaused) timer.refresh();
    else attempt.abort(startupTimeout(startupTimeoutMs));
  }, startupTimeoutMs);
  const stopListening = onAbort(stopping, () => attempt.abort(stopping.reason));
  try {
    return await run(attempt.signal);
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

function startupTimeout(startupTimeoutMs: number): SimseError {
  return new SimseError(
    'timeout',
    `was not ready within ${startupTimeoutMs} ms ("startupTimeoutMs" in mcp.json)`,
  );
}
