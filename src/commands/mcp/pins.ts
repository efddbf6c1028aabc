import { SimseError } from '../../core/errors.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { McpServerState } from '../../core/state/events.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { countOf } from '../../core/text/quantities.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import type { ToolChange } from '../../core/tool-call.ts';
import type { AppContext } from '../../session/app-context.ts';
import { loadProject, type Project } from '../../session/load-project.ts';
import { openPins, type ProjectPins } from '../../session/servers/open-mcp-host.ts';
import { printableRows } from '../../tui/draw/line.ts';
import { rowText } from '../../tui/draw/span.ts';
import { diffLines } from '../../tui/transcript/diff-lines.ts';
import { printList } from '../shared/print-list.ts';
import { exitCodeOfServers, startServers, suggestServer } from '../shared/start-servers.ts';

const DIFF_COLUMNS = 100;

/** A tool that is not what was approved. */
interface Waiting extends ToolChange {
  /** `server/tool`. */
  tool: string;
}

interface ServerPins {
  name: string;
  state: McpServerState;
  /** The names of its tools that are approved, those that are gone too; null before it was first seen. */
  pinned: string[] | null;
  waiting: Waiting[];
}

/**
 * `simse mcp pins [server]`: starts the servers and says of how many of their tools the user has approved, and which are
 * not what was approved, with the difference. 1 when one of them did not start, 6 when it needs a login first.
 */
export async function runMcpPins(app: AppContext, { server }: { server?: string }): Promise<number> {
  await using host = await startServers(app, server ?? null, { showsStatus: true });
  const project = await loadProject(app);
  const opened = openPins(app, project);
  if (await opened.pins.isDamaged())
    app.note('The file of pins cannot be read, so every tool counts as new.');
  const items = await Promise.all(host.status().map(({ name }) => reportPins(host, name, project, opened)));
  printList(app, {
    name: 'servers',
    items,
    row: ({ name, state, pinned, waiting }) => [
      name,
      state.replace('_', ' '),
      countTools(pinned),
      sumUp(waiting),
    ],
    empty: 'No MCP servers are configured: simse mcp add, or simse mcp import from another host.',
  });
  if (app.flags.outputFormat === 'text') {
    for (const { name, waiting } of items) {
      printChanges(app, waiting);
      if (waiting.length > 0) app.note(`simse mcp pins accept ${name} approves it.`);
    }
  }
  return exitCodeOfServers(host.status());
}

/**
 * `simse mcp pins accept <server>`: approves of every tool of a server as it is now. 1 when the server did not start, 6 when
 * it needs a login first.
 */
export async function runMcpPinsAccept(app: AppContext, server: string): Promise<number> {
  await using host = await startServers(app, server);
  const waiting = waitingOf(host, server);
  if (app.flags.outputFormat === 'text') printChanges(app, waiting);
  await Promise.all(waiting.map(({ tool, hash }) => host.acceptChange(tool, hash)));
  const tools = waiting.map(({ tool }) => tool);
  if (app.flags.outputFormat !== 'text')
    app.stdout.write(`${printableJson({ accepted: { server, tools } })}\n`);
  else if (tools.length > 0) app.stdout.write(`Approved ${tools.join(', ')}.\n`);
  else if (host.status().every(({ state }) => state === 'ready'))
    app.note(`Nothing of ${server} waits for it.`);
  return exitCodeOfServers(host.status());
}

/** `simse mcp pins forget <server>`: the tools that a server has when it is next started are approved as they are. */
export async function runMcpPinsForget(app: AppContext, server: string): Promise<number> {
  const project = await loadProject(app);
  const { pins, subjectOf } = openPins(app, project);
  const wasPinned = await pins.forget(subjectOf(requireServer(project, server)));
  if (app.flags.outputFormat !== 'text')
    app.stdout.write(`${printableJson({ forgotten: { server, wasPinned } })}\n`);
  else if (wasPinned)
    app.stdout.write(`Forgot the tools of ${server}: the next start approves what it offers then.\n`);
  else app.note(`Nothing is known of the tools of ${server}.`);
  return 0;
}

async function reportPins(
  host: McpHost,
  name: string,
  project: Project,
  { pins, subjectOf }: ProjectPins,
): Promise<ServerPins> {
  const state = host.status().find((server) => server.name === name)?.state ?? 'failed';
  const pinned = await pins.pinned(subjectOf(requireServer(project, name)));
  return { name, state, pinned, waiting: waitingOf(host, name) };
}

function waitingOf({ catalogue }: McpHost, server: string): Waiting[] {
  return catalogue
    .list()
    .filter((tool): tool is CatalogueTool & { change: ToolChange } => tool.change !== undefined)
    .flatMap(({ name, change, ...tool }) => (tool.server === server ? [{ tool: name, ...change }] : []));
}

function requireServer({ config }: Project, name: string) {
  const found = config.mcpServers.find(({ value }) => value.name === name);
  if (found !== undefined) return found.value;
  const names = config.mcpServers.map(({ value }) => value.name);
  throw new SimseError('usage', `No MCP server is called "${name}".`, { hint: suggestServer(name, names) });
}

function countTools(pinned: readonly string[] | null): string {
  if (pinned === null) return 'not seen yet';
  return `${countOf(pinned.length, 'tool')} approved`;
}

function sumUp(waiting: readonly Waiting[]): string {
  const count = (wanted: ToolChange['kind']): string[] => {
    const { length } = waiting.filter(({ kind }) => kind === wanted);
    return length === 0 ? [] : [`${length} ${wanted}`];
  };
  return [...count('changed'), ...count('new')].join(', ');
}

function printChanges({ stdout }: AppContext, waiting: readonly Waiting[]): void {
  for (const { tool, kind, before, after } of waiting) {
    const rows = printableRows(
      diffLines({ path: '', oldText: before, newText: after, line: 1 }, { isRevealed: true }),
      DIFF_COLUMNS,
    );
    const title = `${revealLine(tool)} ${kind === 'new' ? 'is new' : 'has changed'}:`;
    stdout.write(`\n${[title, ...rows.map(rowText)].join('\n')}\n\n`);
  }
}
