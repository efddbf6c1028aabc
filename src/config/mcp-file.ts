import { join } from 'node:path';
import { isRecord } from '../core/json.ts';
import { closest } from '../core/text/closest.ts';
import { type Checked, failed, type Problem, repeatedNames, unexpected } from './config-problem.ts';
import type { McpServerConfig } from './mcp-server-config.ts';
import { ignoredKey, type McpServerEntry, parseMcpServer } from './parse-mcp-server.ts';
import type { ConfigFormat } from './read-config-file.ts';
import { type Layer, type Places, readLayers } from './read-layers.ts';

/** Under which of them a file has its servers. */
export const MCP_LIST_KEYS = ['servers', 'mcpServers'];

const MCP_FILE_HINT =
  'The file looks like {"servers": [{"name": "files", "command": "npx", "args": ["…"]}]} or {"mcpServers": {"files": {…}}}.';

export interface McpFile {
  servers: McpServerConfig[];
  /** Keys that other hosts write and that mean nothing to simse. */
  ignored: Problem[];
}

/** The content of mcp.json: servers as a list with names, or as a map by name, under `servers` or `mcpServers`. */
export function parseMcpFile(value: unknown): Checked<McpFile> {
  if (!isRecord(value)) return failed(unexpected(value, [], 'an object'));
  const foreign = Object.keys(value).filter((key) => !MCP_LIST_KEYS.includes(key) && key !== '$schema');
  if (foreign.length > 0 && !MCP_LIST_KEYS.some((key) => key in value)) return failed(noServers(foreign));

  const found = MCP_LIST_KEYS.flatMap((key) => entriesOf(value[key], key)).map((entry) => ({
    path: entry.path,
    server: parseMcpServer(entry),
  }));
  const servers = found.flatMap(({ path, server }) => (server.ok ? [{ path, ...server.value }] : []));
  const problems = [
    ...MCP_LIST_KEYS.flatMap((key) =>
      isListOrMap(value[key]) ? [] : [unexpected(value[key], [key], 'a list of servers')],
    ),
    ...found.flatMap(({ server }) => (server.ok ? [] : server.problems)),
    ...repeatedNames(servers.map(({ path, config }) => ({ path, name: config.name }))),
  ];
  if (problems.length > 0) return failed(...problems);
  const ignored = [
    ...foreign.map((key) => ignoredKey([key], key, MCP_LIST_KEYS)),
    ...servers.flatMap((server) => server.ignored),
  ];
  return { ok: true, value: { servers: servers.map(({ config }) => config), ignored } };
}

function noServers(keys: readonly string[]): Problem {
  const typed = keys.find((key) => closest(key, MCP_LIST_KEYS));
  if (!typed) return { path: [], text: 'has neither "servers" nor "mcpServers"' };
  return { path: [typed], text: `is not a known key; did you mean "${closest(typed, MCP_LIST_KEYS)}"?` };
}

function isListOrMap(list: unknown): boolean {
  return list === undefined || Array.isArray(list) || isRecord(list);
}

function entriesOf(list: unknown, key: string): McpServerEntry[] {
  if (Array.isArray(list)) return list.map((value, index) => ({ path: [key, index], value }));
  if (!isRecord(list)) return [];
  return Object.entries(list).map(([name, value]) => ({ path: [key, name], value, name }));
}

/** Where a project may have its mcp.json; the first one that is there counts. */
const PROJECT_FILES = [join('.simse', 'mcp.json'), 'mcp.json'];

export const MCP_FORMAT: ConfigFormat<McpFile> = { parse: parseMcpFile, hint: MCP_FILE_HINT };

/** The user's mcp.json and the project's, weakest first. Throws SimseError('config') for a file that is wrong. */
export function readMcpLayers(places: Places): Promise<{ layers: Layer<McpFile>[]; warnings: string[] }> {
  return readLayers('mcp.json', PROJECT_FILES, MCP_FORMAT, places);
}
