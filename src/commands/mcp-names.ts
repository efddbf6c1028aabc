import type { AppContext } from '../session/app-context.ts';
import { loadProject } from '../session/load-project.ts';

/** `simse mcp names`, hidden: the names of the configured servers, one a line, for shell completion. */
export async function runMcpNames(app: AppContext): Promise<number> {
  const { config } = await loadProject(app);
  app.stdout.write(config.mcpServers.map(({ value }) => `${value.name}\n`).join(''));
  return 0;
}
