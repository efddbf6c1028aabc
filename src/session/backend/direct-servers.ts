import { expandMcpServer, type Startable } from '../../config/expand-entry.ts';
import type { StdioServerConfig } from '../../config/mcp-server-config.ts';
import type { BackendMcpServer } from '../../core/ports/backend.ts';
import { configuredProof } from '../../mcp/auth/configured-credentials.ts';
import { childEnvironment } from '../../platform/child-env.ts';
import { type AppContext, surroundingsOf } from '../app-context.ts';
import type { Project } from '../load-project.ts';
import { trustedServers } from '../servers/trusted-servers.ts';

/** An agent is told no directory of a server, and starts it in its own. */
const RUN_IN = 'cd -- "$1" && shift && exec "$@"';

/** The user's servers as their own entries, for a backend that is to start them itself. */
export function directServers(
  app: Pick<AppContext, 'env' | 'cwd' | 'dirs' | 'platform'>,
  project: Pick<Project, 'config' | 'untrusted'>,
): BackendMcpServer[] {
  return trustedServers(project)
    .filter(({ value }) => value.enabled)
    .flatMap((entry): BackendMcpServer[] => {
      const server = expandMcpServer(entry, surroundingsOf(app));
      const { name } = server;
      if (server.transport === 'stdio') {
        const env = childEnvironment(app.env, server.env);
        return [{ transport: 'stdio', name, ...placedCommand(server, app.platform), env }];
      }
      if (server.transport !== 'http' && server.transport !== 'sse') return [];
      const headers = { ...server.headers, ...configuredProof(server) };
      return [{ transport: server.transport, name, url: server.url, headers }];
    });
}

function placedCommand(
  { cwd, ...server }: Startable<StdioServerConfig>,
  platform: NodeJS.Platform,
): { command: string; args: string[] } {
  const { command, args } = server.start ?? server;
  if (cwd === undefined || platform === 'win32') return { command, args };
  return { command: '/bin/sh', args: ['-c', RUN_IN, 'sh', cwd, command, ...args] };
}
