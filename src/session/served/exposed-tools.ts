import { setTimeout as delay } from 'node:timers/promises';
import { SimseError } from '../../core/errors.ts';
import { matchesPattern } from '../../core/gate/permission-rule.ts';
import type { CatalogueTool, ToolCatalogue } from '../../core/ports/catalogue.ts';
import type { McpHost } from '../../core/ports/mcp-host.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { createAliases } from '../../mcp-server/bridge/aliases.ts';
import type { AppContext } from '../app-context.ts';
import { effectiveSettings, type Project, refuseUntrusted, rulesOf } from '../load-project.ts';
import { changesIn } from '../permissions/tool-changes.ts';
import { gateCatalogue } from '../servers/bridged-servers.ts';
import { openMcpHost } from '../servers/open-mcp-host.ts';
import { withholdWords } from '../servers/withhold-words.ts';
import { type CallerRelay, createCallerRelay, gateForCaller, type ServedGate } from './caller-relay.ts';

/**
 * The tools of the user's servers whose name fits one of the patterns, as they are now: named `server__tool`, each call
 * through the gate, and what the server asks meanwhile through the relay.
 */
function exposedTools(
  { catalogue }: Pick<McpHost, 'catalogue'>,
  patterns: readonly string[],
  gate: ServedGate,
  relay: CallerRelay,
): () => OwnTool[] {
  const names = createAliases();
  const isExposed = ({ name }: CatalogueTool) => patterns.some((pattern) => matchesPattern(pattern, name));
  return () =>
    catalogue
      .list()
      .filter(isExposed)
      .map((tool) => toOwnTool(tool, names.aliasOf(tool.name), catalogue, { gate, relay }));
}

/** Without the schema of what it returns: a server may not keep to it, a cap may cut it off, and clients throw such results away. */
function toOwnTool(
  tool: CatalogueTool,
  name: string,
  catalogue: ToolCatalogue,
  { gate, relay }: { gate: ServedGate; relay: CallerRelay },
): OwnTool {
  const {
    title = tool.name,
    description,
    inputSchema,
    annotations,
  } = tool.change === undefined ? tool : withholdWords(tool);
  return {
    name,
    title,
    description,
    inputSchema,
    ...(annotations === undefined ? {} : { annotations }),
    call(args, context) {
      const { signal, caller, onProgress } = context;
      const relayed: ToolCatalogue = {
        ...catalogue,
        call: (...call) => relay.during(tool.server, context, () => catalogue.call(...call)),
      };
      const keeper = gateForCaller(gate, context, tool.name);
      const gated = gateCatalogue(relayed, keeper, { name: () => caller, turn: () => signal });
      return gated.call(tool.name, args, { signal, onProgress });
    },
  };
}

/** Tools of a server that reach beyond simse's own files. Disposing ends whatever works for them. */
export interface ServedTools extends AsyncDisposable {
  tools(): readonly OwnTool[];
  onChange(listener: () => void): () => void;
}

/** How long clients wait for servers that still start; the tools of a slower one are told when they come. */
const START_MS = 5000;

/**
 * Starts the MCP servers of which a pattern (`files/*`) exposes tools; disposing ends them. Throws SimseError('usage') for a
 * pattern that fits no server and ('untrusted') for a server of the project that the user has not agreed to.
 */
export async function openExposed(
  app: AppContext,
  project: Project,
  roots: string[],
  patterns: readonly string[],
): Promise<ServedTools> {
  const chosen = onlyExposed(project, patterns);
  refuseUntrusted(chosen);
  const host = await openMcpHost(app, chosen, roots, { maxResultChars: Infinity });
  const settings = effectiveSettings(project);
  const rules = rulesOf(settings);
  const gate = {
    roots,
    policy: () => ({ ...rules, mode: settings.permissionMode }),
    changes: changesIn(host),
  };
  const relay = createCallerRelay(gate);
  host.serveClient(relay.services);
  const stopNotes = noteTroubles(app, host);
  await Promise.race([host.start(), delay(START_MS, undefined, { ref: false })]);
  return {
    tools: exposedTools(host, patterns, gate, relay),
    onChange: (listener) => host.catalogue.onChange(listener),
    async [Symbol.asyncDispose]() {
      stopNotes();
      await host[Symbol.asyncDispose]();
    },
  };
}

/** The project with no other servers than those, and with nothing else that would have to be trusted for them. */
function onlyExposed(project: Project, patterns: readonly string[]): Project {
  const { config } = project;
  const fits = (pattern: string, server: string) => matchesPattern(serverPart(pattern), server);
  for (const pattern of patterns) {
    if (config.mcpServers.some(({ value }) => fits(pattern, value.name))) continue;
    const known = config.mcpServers.map(({ value }) => value.name).join(', ');
    throw new SimseError('usage', `--expose ${pattern}: no MCP server is called so.`, {
      hint: known === '' ? 'None is configured: simse mcp add.' : `Configured: ${known}.`,
    });
  }
  const isExposed = (name: string) => patterns.some((pattern) => fits(pattern, name));
  return {
    ...project,
    config: { ...config, mcpServers: config.mcpServers.filter(({ value }) => isExposed(value.name)) },
    untrusted: project.untrusted.filter(({ kind, name }) => kind === 'mcp_server' && isExposed(name)),
  };
}

/** Of `files/read_*` the server; a pattern without a slash may begin with any star-like name. */
function serverPart(pattern: string): string {
  const slash = pattern.indexOf('/');
  return slash < 0 ? pattern : pattern.slice(0, slash);
}

/** Says on stderr what goes wrong with the servers: no front end shows it. */
function noteTroubles({ note, log }: AppContext, host: McpHost): () => void {
  const say = (server: string, text: string) => cleanLine(`${server}: ${text}`);
  const stops = [
    host.onNotice((level, server, text) => (level === 'info' ? log : note)(say(server, text))),
    host.onStatus(({ name, state, detail = '' }) => {
      if (state === 'failed' || state === 'needs_auth')
        note(say(name, `${state.replace('_', ' ')} ${detail}`));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
