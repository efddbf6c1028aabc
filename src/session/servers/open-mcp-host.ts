import { expandMcpServer } from '../../config/expand-entry.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpClientServices, McpHost } from '../../core/ports/mcp-host.ts';
import { wholeEnvironment } from '../../platform/child-env.ts';
import { type AppContext, surroundingsOf } from '../app-context.ts';
import type { Project } from '../load-project.ts';
import { openPins } from './open-pins.ts';
import { trustedServers } from './trusted-servers.ts';

/** Where results over the cap are kept whole, or that there is no cap. */
type ResultLimit = { spillDir: string } | { maxResultChars: number };

/**
 * What servers are offered until a session takes over. It is the same, since many have more tools for who can do more, and
 * those would seem to be new then; but nothing is answered.
 */
const DECLINING: McpClientServices = {
  elicit: () => Promise.resolve({ action: 'decline' }),
  sample: () => Promise.reject(new SimseError('denied', 'there is no conversation to ask the model in')),
};

/** The host of a project's MCP servers; none is started yet. */
export async function openMcpHost(
  app: AppContext,
  project: Project,
  roots: string[],
  limit: ResultLimit,
): Promise<McpHost> {
  const entries = new Map(trustedServers(project).map((entry) => [entry.value, entry]));
  const { createMcpHost } = await import('../../mcp/create-mcp-host.ts');
  const host = createMcpHost({
    servers: [...entries.keys()],
    roots,
    env: wholeEnvironment(app.env, {}),
    cwd: app.cwd,
    clientVersion: app.version,
    expand(server) {
      const entry = entries.get(server);
      return entry === undefined ? server : expandMcpServer(entry, surroundingsOf(app));
    },
    pinned: openPins(app, project),
    credentialsDir: app.dirs.dataDir,
    log: app.log,
    ...limit,
  });
  host.serveClient(DECLINING);
  return host;
}
