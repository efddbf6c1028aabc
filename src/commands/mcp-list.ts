import { serverTarget } from '../config/server-target.ts';
import { revealLine } from '../core/text/reveal-text.ts';
import type { AppContext } from '../session/app-context.ts';
import { loadProject } from '../session/load-project.ts';
import { printList } from '../session/print-list.ts';

/**
 * `simse mcp list`: what is configured, where, and whether it may start. Starts none. Variables are shown as they are
 * written, secrets not at all.
 */
export async function runMcpList(app: AppContext): Promise<number> {
  const { config, untrusted } = await loadProject(app);
  const waiting = new Set(untrusted.filter(({ kind }) => kind === 'mcp_server').map(({ name }) => name));
  const items = config.mcpServers.map(({ value, origin }) => ({
    name: value.name,
    scope: origin.scope,
    transport: value.transport,
    state: !value.enabled ? 'disabled' : waiting.has(value.name) ? 'not trusted' : 'enabled',
    target: serverTarget(value),
    file: origin.file,
  }));
  for (const warning of config.warnings) app.note(warning);
  printList(app, {
    name: 'servers',
    items,
    row: ({ name, scope, transport, state, target }) => [name, scope, transport, state, revealLine(target)],
    empty: 'No MCP servers are configured: simse mcp add, or simse mcp import from another host.',
  });
  return 0;
}
