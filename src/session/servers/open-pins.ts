import { join } from 'node:path';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { pinKey, openToolPins, type PinSubject, type ToolPins } from '../../mcp/pins/tool-pins.ts';
import { resolvePath } from '../../platform/resolve-path.ts';
import type { AppContext } from '../app-context.ts';
import type { Project } from '../load-project.ts';

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
