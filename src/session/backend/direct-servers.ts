import { expandMcpServer } from '../../config/expand-entry.ts';
import type { BackendMcpServer } from '../../core/ports.ts';
import { configuredProof } from '../../mcp/auth/configured-credentials.ts';
import { childEnvironment } from '../../platform/child-env.ts';
import type { AppContext } from '../app-context.ts';
import type { Project } from '../load-project.ts';
import { trustedServers } from '../servers/trusted-servers.ts';

/** The user's servers as their own entries, for a backend that is to start them itself. */
export function directServers(
  app: Pick<AppContext, 'env' | 'cwd'>,
  project: Pick<Project, 'config' | 'untrusted'>,
): BackendMcpServer[] {
  return trustedServers(project)
    .filter(({ value }) => value.enabled)
    .flatMap((entry): BackendMcpServer[] => {
      const server = expandMcpServer(entry, { env: app.env, cwd: app.cwd });
      const { name } = server;
      if (server.transport === 'stdio') {
        const { command, args } = server;
        return [{ transport: 'stdio', name, command, args, env: childEnvironment(app.env, server.env) }];
      }
      if (server.transport !== 'http' && server.transport !== 'sse') return [];
      const headers = { ...server.headers, ...configuredProof(server) };
      return [{ transport: server.transport, name, url: server.url, headers }];
    });
}
