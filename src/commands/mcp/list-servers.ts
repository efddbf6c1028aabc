import { serverTarget } from '../../config/secrets.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { McpServerStatus } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { formatTable } from '../../core/text/format-table.ts';
import { countOf } from '../../core/text/quantities.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import type { AppContext } from '../../session/app-context.ts';
import { loadProject } from '../../session/load-project.ts';
import { printList } from '../shared/print-list.ts';
import { exitCodeOfServers, startServers } from '../shared/start-servers.ts';
import { shortLine } from './list-offers.ts';

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

/** `simse mcp names`, hidden: the names of the configured servers, one a line, for shell completion. */
export async function runMcpNames(app: AppContext): Promise<number> {
  const { config } = await loadProject(app);
  app.stdout.write(config.mcpServers.map(({ value }) => `${value.name}\n`).join(''));
  return 0;
}

const LOG_LINES = 8;

interface ServerReport extends McpServerStatus {
  /** Those that are no templates. */
  resources: number;
  templates: number;
}

/**
 * `simse mcp status [server]`: starts the servers and says how each of them is; of a single one also what it says of itself
 * and logged last. 1 when one of them did not start, 6 when it needs a login first.
 */
export async function runMcpStatus(app: AppContext, server: string | null): Promise<number> {
  await using host = await startServers(app, server, { showsStatus: true });
  const items = host.status().map((status) => report(host, status));
  const [only] = items;
  if (server !== null && only !== undefined && app.flags.outputFormat === 'text')
    app.stdout.write(formatTable(describe(host, only)));
  else
    printList(app, {
      name: 'servers',
      items,
      row: rowOf,
      empty: 'No MCP servers are configured: simse mcp add, or simse mcp import from another host.',
    });
  if (server === null) tellWhatToDo(app, items);
  return exitCodeOfServers(items);
}

/** What the table has no room for. */
function tellWhatToDo(app: AppContext, servers: readonly ServerReport[]): void {
  const troubled = servers.filter(({ state }) => state !== 'ready' && state !== 'disabled');
  for (const { name, state, hint } of troubled) {
    const advice = hint ?? (state === 'needs_auth' ? `simse mcp login ${name} logs in.` : null);
    if (advice !== null) app.note(`${name}: ${advice}`);
  }
  const other = troubled.find(({ state, hint }) => state !== 'needs_auth' && hint === undefined)?.name;
  if (other !== undefined) app.note(`${other}: simse mcp status ${other} says more.`);
}

function report({ offers }: McpHost, status: McpServerStatus): ServerReport {
  const templates = offers.templates().filter(({ server }) => server === status.name).length;
  return { ...status, resources: status.resources - templates, templates };
}

function rowOf(server: ServerReport): string[] {
  const { name, state, detail, readyMs, pid } = server;
  const how =
    state === 'ready'
      ? [offered(server), `${readyMs ?? 0} ms`, ...(pid === undefined ? [] : [`pid ${pid}`])]
      : [detail ?? ''];
  return [name, state.replace('_', ' '), spoken(server), how.join(', ')];
}

/** Only the transport while there is no connection that has agreed on a version. */
function spoken({ transport, protocolVersion }: ServerReport): string {
  return protocolVersion === undefined ? transport : `${transport} ${protocolVersion}`;
}

function offered({ tools, prompts, resources, templates }: ServerReport): string {
  const counts = [countOf(tools, 'tool'), countOf(prompts, 'prompt'), countOf(resources, 'resource')];
  return [...counts, ...(templates === 0 ? [] : [countOf(templates, 'template')])].join(', ');
}

function describe(host: McpHost, server: ServerReport): string[][] {
  const { name, state, detail, hint, lastError, serverInfo, readyMs, pid, restarts } = server;
  const isReady = state === 'ready';
  const instructions = host.instructions(name);
  const log = host.recentLog(name).slice(-LOG_LINES);
  const rows: [string, string | null][] = [
    ['server', name],
    ['state', state.replace('_', ' ')],
    ['why', detail ?? null],
    ['what to do', hint ?? null],
    ['last error', lastError === detail ? null : (lastError ?? null)],
    ['target', server.target],
    ['transport', server.transport],
    ['protocol', server.protocolVersion ?? null],
    ['calls itself', serverInfo === undefined ? null : `${serverInfo.name} ${serverInfo.version}`],
    ['offers', isReady ? offered(server) : null],
    ['ready after', readyMs === undefined ? null : `${readyMs} ms`],
    ['pid', pid === undefined ? null : String(pid)],
    ['restarts', restarts === 0 ? null : String(restarts)],
    ['instructions', instructions === null ? null : shortLine(cleanLine(instructions))],
    ...log.map((line, index): [string, string] => [index === 0 ? 'log' : '', line]),
  ];
  return rows.flatMap(([key, value]) => (value === null ? [] : [[key, value]]));
}
