import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { expandMcpServer } from '../config/expand-entry.ts';
import { messageOf } from '../core/errors.ts';
import type { McpServerStatus } from '../core/mcp-status.ts';
import type { McpHost } from '../core/ports.ts';
import { wholeEnvironment } from '../platform/child-env.ts';
import type { AppContext } from './app-context.ts';
import type { Project } from './load-project.ts';
import { trustedServers } from './trusted-servers.ts';

/** Where results over the cap are kept whole, or that there is no cap. */
type ResultLimit = { spillDir: string } | { maxResultChars: number };

/**
 * The host of a project's MCP servers; none is started yet. A server whose variables are not set is listed as failed and
 * hurts no other.
 */
export async function openMcpHost(
  app: AppContext,
  project: Project,
  roots: string[],
  limit: ResultLimit,
): Promise<McpHost> {
  const servers: McpServerConfig[] = [];
  const broken: McpServerStatus[] = [];
  for (const entry of trustedServers(project)) {
    try {
      servers.push(
        entry.value.enabled ? expandMcpServer(entry, { env: app.env, cwd: app.cwd }) : entry.value,
      );
    } catch (thrown) {
      broken.push(failedStatus(entry.value, messageOf(thrown)));
    }
  }
  const { createMcpHost } = await import('../mcp/create-mcp-host.ts');
  const host = createMcpHost({
    servers,
    roots,
    env: wholeEnvironment(app.env, {}),
    clientVersion: app.version,
    log: app.log,
    ...limit,
  });
  return { ...host, status: () => [...host.status(), ...broken] };
}

function failedStatus({ name, transport }: McpServerConfig, detail: string): McpServerStatus {
  return { name, transport, state: 'failed', tools: 0, restarts: 0, detail };
}
