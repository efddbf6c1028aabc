import { SimseError } from '../../core/errors.ts';
import type { McpClientServices, McpHost } from '../../core/ports/mcp-host.ts';
import type { McpServerStatus } from '../../core/state/mcp-status.ts';
import type { AppContext } from '../../session/app-context.ts';
import { serverDisabled, startServers } from '../shared/start-servers.ts';

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
