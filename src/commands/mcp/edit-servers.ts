import { resolve } from 'node:path';
import { editConfigFile } from '../../config/edit-config-file.ts';
import { type McpEntry, putServer, removeServer, setServerEnabled } from '../../config/edit-entries.ts';
import { MCP_FORMAT, type McpFile, readMcpLayers } from '../../config/mcp-file.ts';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { parseMcpServer } from '../../config/parse-mcp-server.ts';
import { type Layer, layerFile, readNamedLayer } from '../../config/read-layers.ts';
import { hideSecrets } from '../../config/secrets.ts';
import { openTrustStore } from '../../config/trust-store.ts';
import { trustSubjects } from '../../config/trust-subject.ts';
import { SimseError } from '../../core/errors.ts';
import { quoteCommandLine, quoteWord } from '../../platform/command-line.ts';
import type { AppContext } from '../../session/app-context.ts';
import { printDone } from '../shared/print-list.ts';
import { suggestServer } from '../shared/start-servers.ts';
import type { Scope } from '../shared/subcommand.ts';

type McpLayer = Layer<McpFile>;

/**
 * `simse mcp enable <name>` and `simse mcp disable <name>`: switches a server on or off in the file that it is in. One that
 * came with the project still has to be trusted.
 */
export async function runMcpEnable(
  app: AppContext,
  name: string,
  { enabled, scope }: { enabled: boolean; scope?: Scope | undefined },
): Promise<number> {
  const holder = requireHolder(await readMcpFiles(app), name, scope);
  const { file } = holder.origin;
  const was = holder.content.servers.some((server) => server.name === name && server.enabled);
  if (was !== enabled)
    await editConfigFile(file, MCP_FORMAT, (text) => setServerEnabled(text, name, enabled));
  const done = enabled ? 'enabled' : 'disabled';
  printDone(app, `${name} is ${was === enabled ? `${done} already` : `now ${done}`}, by ${file}.`, {
    [done]: { name, scope: holder.origin.scope, file },
  });
  if (enabled && (await needsTrust(app, holder, name)))
    app.note(`${name} came with the project: simse shows what it runs and asks before it is started.`);
  return 0;
}

/** `simse mcp remove <name>`: takes a server out of the mcp.json that has it. */
export async function runMcpRemove(app: AppContext, name: string, scope: Scope | undefined): Promise<number> {
  const layers = await readMcpFiles(app);
  const { origin } = requireHolder(layers, name, scope);
  const others = layers.filter((layer) => layer.origin !== origin && hasServer(layer, name));
  const [other] = others;
  if (scope === undefined && other !== undefined) {
    throw new SimseError('usage', `${other.origin.file} and ${origin.file} both have a "${name}".`, {
      hint: 'Say which one: --scope user or --scope project.',
    });
  }
  const { file } = origin;
  await editConfigFile(file, MCP_FORMAT, (text) => removeServer(text, name));
  printDone(app, `Removed ${name} from ${file}.`, { removed: { name, scope: origin.scope, file } });
  for (const layer of others) app.note(`The "${name}" of ${layer.origin.file} counts now.`);
  return 0;
}

/** The files that servers may be written in, weakest first: the user's, the project's, and that of --mcp-config. */
export async function readMcpFiles({ cwd, dirs, flags }: AppContext): Promise<McpLayer[]> {
  const { layers } = await readMcpLayers({ cwd, configDir: dirs.configDir });
  if (flags.mcpConfig === undefined) return layers;
  return [...layers, await readNamedLayer(resolve(cwd, flags.mcpConfig), MCP_FORMAT)];
}

/** The mcp.json that a scope has or would have. */
export function fileOfScope(scope: Scope, layers: readonly McpLayer[], { cwd, dirs }: AppContext): string {
  return layerFile('mcp.json', scope, layers, { cwd, configDir: dirs.configDir });
}

export function hasServer({ content }: McpLayer, name: string): boolean {
  return content.servers.some((server) => server.name === name);
}

/**
 * The file that counts for a server: the strongest that has it, of one scope if that is said. Throws SimseError('usage')
 * when none has it.
 */
export function requireHolder(layers: readonly McpLayer[], name: string, scope?: Scope): McpLayer {
  const searched = layers.filter(({ origin }) => scope === undefined || origin.scope === scope);
  const holder = searched.findLast((layer) => hasServer(layer, name));
  if (holder !== undefined) return holder;
  const known = searched.flatMap(({ content }) => content.servers.map((server) => server.name));
  const where = scope === undefined ? '' : ` in the ${scope}'s file`;
  throw new SimseError('usage', `No MCP server is called "${name}"${where}.`, {
    hint: suggestServer(name, [...new Set(known)]),
  });
}

/**
 * Writes servers into the mcp.json of a scope. What somebody adds to a project is trusted there: it was typed or looked at
 * by them, not brought by the project.
 */
export async function saveServers(
  app: AppContext,
  entries: readonly McpEntry[],
  { scope, file, isPrivate = false }: { scope: Scope; file: string; isPrivate?: boolean },
): Promise<void> {
  const mode = isPrivate ? 0o600 : undefined;
  const edit = (text: string) => entries.reduce((edited, entry) => putServer(edited, entry), text);
  await editConfigFile(file, MCP_FORMAT, edit, mode);
  if (scope === 'project') await trustServers(app, entries, file);
}

async function trustServers(
  { cwd, dirs }: AppContext,
  entries: readonly McpEntry[],
  file: string,
): Promise<void> {
  const store = await openTrustStore(dirs.dataDir);
  const mcpServers = entries.flatMap(parseEntry).map((value) => {
    return { value, origin: { scope: 'project', file } } as const;
  });
  for (const subject of trustSubjects({ cwd, mcpServers, grants: null }, null)) await store.trust(subject);
}

function parseEntry(entry: McpEntry): McpServerConfig[] {
  const parsed = parseMcpServer({ path: [], value: entry });
  return parsed.ok ? [parsed.value.config] : [];
}

/** Whether a server came with the project and waits for the user's word. */
export async function needsTrust(
  { cwd, dirs, flags }: AppContext,
  layer: McpLayer,
  name: string,
): Promise<boolean> {
  const store = await openTrustStore(dirs.dataDir);
  const mcpServers = layer.content.servers
    .filter((server) => server.name === name)
    .map((server) => ({ value: { ...server, enabled: true }, origin: layer.origin }));
  const subjects = trustSubjects({ cwd, mcpServers, grants: null }, null);
  return !flags.trustProject && subjects.some((subject) => !store.isTrusted(subject));
}

/** The project's file beats the user's. */
export function shadowNotes(
  layers: readonly McpLayer[],
  { name, scope, file }: { name: string; scope: Scope; file: string },
): string[] {
  return layers
    .filter((layer) => layer.origin.file !== file && hasServer(layer, name))
    .map(({ origin }) => {
      const one = `the "${name}" of ${origin.file}`;
      return scope === 'user' ? `Here ${one} counts instead.` : `Here it counts instead of ${one}.`;
    });
}

/** All that a server would run or reach, as one line with the secrets hidden: variables, command and words, or address and headers. */
export function describeEntry(entry: McpEntry): string {
  const { command, args = [], env = {}, cwd, url, headers = {}, headersHelper } = hideSecrets(entry);
  if (command === undefined) {
    const sent = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
    const helper = headersHelper === undefined ? [] : [`headers by ${headersHelper}`];
    return [url ?? '', ...sent, ...helper].join(', ');
  }
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${quoteWord(value)}`);
  const line = [...variables, quoteCommandLine([command, ...args])].join(' ');
  return cwd === undefined ? line : `${line} (in ${cwd})`;
}
