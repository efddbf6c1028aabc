import type { CatalogueTool } from '../core/ports/catalogue.ts';
import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { startServers } from './shared/start-servers.ts';
import { shortLine } from './mcp/short-line.ts';
import { exitCodeOfServers } from './mcp/exit-code-of-servers.ts';

/** `simse mcp tools [server]`: starts the servers and lists what they offer. 1 when one of them did not start. */
export async function runMcpTools(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server);
  printList(app, {
    name: 'tools',
    items: host.catalogue.list(),
    row: (tool) => [tool.name, shortLine(describe(tool))],
    empty: 'No tools are available.',
  });
  return exitCodeOfServers(host.status());
}

function describe({ title, description, change }: CatalogueTool): string {
  const text = description.trim() === '' ? (title ?? '') : description;
  return change === undefined ? text : `(${change.kind}) ${text}`;
}
