import { revealLine } from '../core/clean-text.ts';
import { quoteCommandLine } from '../platform/command-line.ts';
import type { AppContext } from '../session/app-context.ts';
import { loadProject } from '../session/load-project.ts';
import { printList } from '../session/print-list.ts';

/** `simse mcp list`: what is configured, where, and whether it may start. Variables are shown as they are written. */
export async function runMcpList(app: AppContext): Promise<number> {
  const { config, untrusted } = await loadProject(app);
  const waiting = new Set(untrusted.filter(({ kind }) => kind === 'mcp_server').map(({ name }) => name));
  const items = config.mcpServers.map(({ value, origin }) => ({
    name: value.name,
    transport: value.transport,
    state: !value.enabled ? 'disabled' : waiting.has(value.name) ? 'not trusted' : 'enabled',
    target: value.transport === 'stdio' ? quoteCommandLine([value.command, ...value.args]) : value.url,
    scope: origin.scope,
    file: origin.file,
  }));
  for (const warning of config.warnings) app.note(warning);
  printList(app, {
    name: 'servers',
    items,
    row: ({ name, transport, state, target }) => [name, transport, state, revealLine(target)],
    empty: `No MCP servers are configured. mcp.json in ${app.cwd} or ${app.dirs.configDir} names them.`,
  });
  return 0;
}
