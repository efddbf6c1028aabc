import { resolve } from 'node:path';
import { type BackendConfig, readBackendLayers } from './backend-config.ts';
import { formatPath } from './config-problem.ts';
import type { Environment } from './expand-variables.ts';
import { type LoadedSettings, loadSettings } from './load-settings.ts';
import { MCP_FORMAT, type McpFile, readMcpLayers } from './mcp-file.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import { type Layer, readNamedLayer, type Sourced } from './read-layers.ts';
import { chooseDefaultServer } from './resolve-backend.ts';
import type { SettingsFile } from './settings.ts';

export interface LoadConfigOptions {
  cwd: string;
  /** The user's config directory. */
  configDir: string;
  env: Environment;
  /** Files named on the command line. */
  files?: { mcpConfig?: string };
  /** Settings given on the command line. */
  flags?: SettingsFile;
}

/** Everything the config files say, valid and merged. `${VAR}` is still as it was written. */
export interface Config extends LoadedSettings {
  /** The project's directory. */
  cwd: string;
  backends: Sourced<BackendConfig>[];
  /** The name of one of `backends`, or of the built-in one. */
  defaultServer: string | null;
  mcpServers: Sourced<McpServerConfig>[];
  /** What was found but has no effect, one line each. */
  warnings: string[];
}

/**
 * Reads and merges acp.json, mcp.json and config.json: the project's over the user's, servers by name. Where the project
 * has ./.simse/mcp.json and ./mcp.json, only the first is read. Throws SimseError('config') for a file that is wrong.
 */
export async function loadConfig({
  cwd,
  configDir,
  env,
  files = {},
  flags = {},
}: LoadConfigOptions): Promise<Config> {
  const places = { cwd: resolve(cwd), configDir };
  const acp = await readBackendLayers(places);
  const mcp = await readMcpLayers(places);
  if (files.mcpConfig !== undefined) {
    mcp.layers.push(await readNamedLayer(resolve(cwd, files.mcpConfig), MCP_FORMAT));
  }
  const backends = mergeByName(acp.layers);
  const settings = await loadSettings(places, env, flags);
  return {
    ...settings,
    cwd: places.cwd,
    backends,
    defaultServer: chooseDefaultServer(acp.layers, backends, env),
    mcpServers: mergeByName(mcp.layers),
    warnings: [
      ...settings.warnings,
      ...acp.warnings,
      ...mcp.warnings,
      ...mcp.layers.flatMap(describeIgnored),
    ],
  };
}

/** Weakest layer first. A server of a later layer takes the place of its namesake. */
function mergeByName<T extends { name: string }>(layers: readonly Layer<{ servers: T[] }>[]): Sourced<T>[] {
  const merged = new Map<string, Sourced<T>>();
  for (const { origin, content } of layers) {
    for (const value of content.servers) merged.set(value.name, { value, origin });
  }
  return [...merged.values()];
}

function describeIgnored({ origin, content }: Layer<McpFile>): string[] {
  return content.ignored.map(({ path, text }) => `${origin.file}: ${formatPath(path)} ${text}`);
}
