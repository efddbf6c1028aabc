import { SimseError } from '../core/errors.ts';
import type { McpHost } from '../core/mcp-host.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AppContext } from './app-context.ts';
import { confirmTrust } from './confirm-trust.ts';
import { loadProject, refuseUntrusted } from './load-project.ts';
import { openMcpHost } from './open-mcp-host.ts';

/**
 * The MCP servers of this directory, started: all, or only the one named. Throws SimseError('usage') for a name that is
 * not configured. What could not be started is told on stderr.
 */
export async function startServers(app: AppContext, only: string | null): Promise<McpHost> {
  const project = await loadProject(app);
  const { mcpServers } = project.config;
  const wanted = mcpServers.filter(({ value }) => only === null || value.name === only);
  if (only !== null && wanted.length === 0) {
    const names = mcpServers.map(({ value }) => value.name);
    throw new SimseError('usage', `No MCP server is called "${only}".`, {
      hint: names.length > 0 ? `There are ${names.join(', ')}.` : 'None is configured; mcp.json names them.',
    });
  }
  const isWanted = new Set(wanted.map(({ value }) => value.name));
  const untrusted = project.untrusted.filter(({ kind, name }) => kind === 'mcp_server' && isWanted.has(name));
  const config = { ...project.config, mcpServers: wanted };
  const chosen = await confirmTrust(app, { ...project, config, untrusted });
  refuseUntrusted(chosen);
  const roots = [app.cwd, ...app.flags.addDir].map((dir) => resolvePath(dir, app.cwd).real);
  const host = await openMcpHost(app, chosen, roots, { maxResultChars: Infinity });
  await startHost(host, app.signal);
  for (const { name, state, detail } of host.status()) {
    if (state !== 'ready' && state !== 'disabled')
      app.note(`${name}: ${state.replace('_', ' ')}${detail === undefined ? '' : `: ${detail}`}`);
  }
  return host;
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
