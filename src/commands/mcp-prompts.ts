import type { McpPrompt } from '../core/ports/mcp-offers.ts';
import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { startServers } from './shared/start-servers.ts';
import { exitCodeOfServers } from './mcp/exit-code-of-servers.ts';
import { shortLine } from './mcp/short-line.ts';

/** `simse mcp prompts [server]`: starts the servers and lists their prompts. 1 when one of them did not start. */
export async function runMcpPrompts(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server);
  printList(app, {
    name: 'prompts',
    items: host.offers.prompts(),
    row: (prompt) => [`${prompt.server}:${prompt.name}`, argumentsOf(prompt), shortLine(describe(prompt))],
    empty: 'No prompts are available.',
  });
  return exitCodeOfServers(host.status());
}

/** As they are given to `simse mcp get`; in brackets what may be left out. */
function argumentsOf({ arguments: taken }: McpPrompt): string {
  return taken.map(({ name, required }) => (required ? `${name}=` : `[${name}=]`)).join(' ');
}

function describe({ title, description }: McpPrompt): string {
  return description === '' ? (title ?? '') : description;
}
