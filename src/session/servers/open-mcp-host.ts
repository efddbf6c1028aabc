import { join } from 'node:path';
import { expandMcpServer } from '../../config/expand-entry.ts';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { McpClientServices, McpHost } from '../../core/ports/mcp-host.ts';
import { openToolPins, type PinSubject, pinKey, type ToolPins } from '../../mcp/pins/tool-pins.ts';
import { wholeEnvironment } from '../../platform/child-env.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import { type AppContext, surroundingsOf } from '../app-context.ts';
import { type Project, trustedServers } from '../load-project.ts';

/** What the user has approved of the tools of MCP servers, and which of it is about a server of this directory. */
export interface ProjectPins {
  pins: ToolPins;
  /** A server of a project's own file is another one in every project. */
  subjectOf(server: McpServerConfig): PinSubject;
}

export function openPins(app: AppContext, { config }: Project): ProjectPins {
  const ofProject = new Set(
    config.mcpServers.filter(({ origin }) => origin.scope === 'project').map(({ value }) => value.name),
  );
  const project = resolvePath('.', config.cwd).real;
  return {
    pins: openToolPins(join(app.dirs.dataDir, 'tool-pins.json')),
    subjectOf(server) {
      const { name } = server;
      return { name, key: pinKey(server, ofProject.has(name) ? project : null) };
    },
  };
}

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
