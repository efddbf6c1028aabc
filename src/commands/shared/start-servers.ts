import { EXIT_FAILED, EXIT_OK, exitCodeFor, SimseError } from '../../core/errors.ts';
import type { McpClientServices, McpHost } from '../../core/ports/mcp-host.ts';
import type { McpServerStatus } from '../../core/state/events.ts';
import { closest } from '../../core/text/closest.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import type { AppContext } from '../../session/app-context.ts';
import { loadProject, refuseUntrusted } from '../../session/load-project.ts';
import { openMcpHost } from '../../session/servers/open-mcp-host.ts';
import { confirmTrust } from './confirm-trust.ts';

interface StartOptions {
  /** Who answers what the servers ask for while they run; without it everything is declined. */
  services?: McpClientServices;
  /** The caller shows how each server is: that one is disabled or could not be started is not told apart from that. */
  showsStatus?: boolean;
}

/**
 * The MCP servers of this directory, started: all, or only the one named. Throws SimseError('usage') for a name that is
 * not configured, or that of a disabled server. What could not be started is told on stderr.
 */
export async function startServers(
  app: AppContext,
  only: string | null,
  { services, showsStatus = false }: StartOptions = {},
): Promise<McpHost> {
  const host = await openServers(app, only, { allowDisabled: showsStatus });
  if (services !== undefined) host.serveClient(services);
  await startHost(host, app.signal);
  if (showsStatus) return host;
  for (const server of host.status()) {
    if (server.state !== 'ready' && server.state !== 'disabled') app.note(describeTrouble(server));
  }
  return host;
}

function describeTrouble({ name, state, detail, hint }: McpServerStatus): string {
  const why = detail === undefined ? '' : `: ${detail}`;
  return `${name}: ${state.replace('_', ' ')}${why}${hint === undefined ? '' : `. ${hint}`}`;
}

/** Starts every server of a host. When the signal aborts it ends them and rejects with the signal's reason. */
export async function startHost(host: McpHost, signal: AbortSignal): Promise<void> {
  const stop = () => void host[Symbol.asyncDispose]();
  signal.addEventListener('abort', stop, { once: true });
  if (!signal.aborted) await host.start();
  signal.removeEventListener('abort', stop);
  if (!signal.aborted) return;
  await host[Symbol.asyncDispose]();
  throw signal.reason;
}

/** The sentence after the name of a server that does not exist. */
export function suggestServer(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'None is configured: simse mcp add, or simse mcp import from another host.';
  const meant = closest(name, known);
  return `${meant === null ? '' : `Did you mean "${meant}"? `}Configured: ${known.join(', ')}.`;
}

function serverDisabled(name: string): SimseError {
  return new SimseError('usage', `The server ${name} is disabled.`, {
    hint: `simse mcp enable ${name} switches it on.`,
  });
}

/** As startServers, but none is started yet. */
export async function openServers(
  app: AppContext,
  only: string | null,
  { allowDisabled = false }: { allowDisabled?: boolean } = {},
): Promise<McpHost> {
  const project = await loadProject(app);
  const { mcpServers } = project.config;
  const wanted = mcpServers.filter(({ value }) => only === null || value.name === only);
  if (only !== null && wanted.length === 0) {
    const names = mcpServers.map(({ value }) => value.name);
    throw new SimseError('usage', `No MCP server is called "${only}".`, { hint: suggestServer(only, names) });
  }
  if (only !== null && !allowDisabled && wanted.every(({ value }) => !value.enabled))
    throw serverDisabled(only);
  const isWanted = new Set(wanted.map(({ value }) => value.name));
  const untrusted = project.untrusted.filter(({ kind, name }) => kind === 'mcp_server' && isWanted.has(name));
  const config = { ...project.config, mcpServers: wanted };
  const chosen = await confirmTrust(app, { ...project, config, untrusted });
  refuseUntrusted(chosen);
  const roots = [app.cwd, ...app.flags.addDir].map((dir) => resolvePath(dir, app.cwd).real);
  return openMcpHost(app, chosen, roots, { maxResultChars: Infinity });
}

/**
 * One server, ready to be used. Rejects as startServers, with SimseError('auth_required') when it needs a login first, and
 * with ('mcp_failed') when it could not be started.
 */
export async function startServer(
  app: AppContext,
  name: string,
  services?: McpClientServices,
): Promise<McpHost> {
  const host = await startServers(app, name, {
    showsStatus: true,
    ...(services === undefined ? {} : { services }),
  });
  const status = host.status().find((server) => server.name === name);
  if (status?.state === 'ready') return host;
  await host[Symbol.asyncDispose]();
  throw notReady(name, status);
}

function notReady(name: string, status: McpServerStatus | undefined): SimseError {
  switch (status?.state) {
    case 'disabled':
      return serverDisabled(name);
    case 'needs_auth':
      return new SimseError('auth_required', `The server ${name} needs a login.`, {
        hint: status.hint ?? `simse mcp login ${name} logs in.`,
      });
    default:
      return new SimseError(
        'mcp_failed',
        `The server ${name} is not available: ${status?.detail ?? 'gone'}`,
        { hint: status?.hint ?? `simse mcp status ${name} says more.` },
      );
  }
}

/** 0 when every server that is to run does; 6 when those that do not only need a login, else 1. */
export function exitCodeOfServers(servers: readonly McpServerStatus[]): number {
  const missing = servers.filter(({ state }) => state !== 'ready' && state !== 'disabled');
  if (missing.length === 0) return EXIT_OK;
  return missing.every(({ state }) => state === 'needs_auth') ? exitCodeFor('auth_required') : EXIT_FAILED;
}
