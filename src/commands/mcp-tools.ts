import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { startServers } from '../session/start-servers.ts';

/** `simse mcp tools [server]`: starts the servers and lists what they offer. 1 when one of them did not start. */
export async function runMcpTools(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server);
  printList(app, {
    name: 'tools',
    items: host.catalogue.list(),
    row: ({ name, description }) => [name, firstLine(description)],
    empty: 'No tools are available.',
  });
  return host.status().some(({ state }) => state !== 'ready' && state !== 'disabled') ? 1 : 0;
}

function firstLine(description: string): string {
  const [line = ''] = description.trim().split('\n');
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
