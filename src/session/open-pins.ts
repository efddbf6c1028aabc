import { join } from 'node:path';
import { pinKey } from '../mcp/pins/pin-key.ts';
import { type HostPins, openToolPins } from '../mcp/pins/tool-pins.ts';
import { resolvePath } from '../platform/resolve-path.ts';
import type { AppContext } from './app-context.ts';
import type { Project } from './load-project.ts';

/**
 * What the user has approved of the tools of MCP servers. A server of a project's own file is another one in every
 * project.
 */
export function openPins(app: AppContext, { config }: Project): HostPins {
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
