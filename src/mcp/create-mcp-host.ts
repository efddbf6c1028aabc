import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { closest } from '../core/closest.ts';
import { SimseError } from '../core/errors.ts';
import type { NoticeLevel } from '../core/events.ts';
import type { McpServerStatus } from '../core/mcp-status.ts';
import type { McpHost } from '../core/mcp-host.ts';
import type { McpOffers } from '../core/mcp-offers.ts';
import type { ToolCatalogue } from '../core/ports.ts';
import { splitQualifiedName } from '../core/tool-names.ts';
import { capResult, DEFAULT_MAX_RESULT_CHARS } from './cap-result.ts';
import { createEmitter } from './emitter.ts';
import type { ConnectionOptions } from './open-connection.ts';
import { ServerSupervisor } from './server-supervisor.ts';
import { spillToFile } from './spill-to-file.ts';
import { createStartSlots } from './start-slots.ts';
import { HEALTHY_MS, RESTART_DELAYS_MS } from './supervisor.ts';

/** How many servers may be spawned at once, and how long one that is slow keeps the others waiting. */
const START_LIMIT = 16;
const START_HOLD_MS = 250;
const RECENT_LINES = 200;

export interface McpHostOptions {
  /** Names unique. */
  servers: readonly McpServerConfig[];
  /** The workspace's folders, absolute, as told to servers that ask. */
  roots: readonly string[];
  /** simse's own environment, of which servers get the harmless part. */
  env: Readonly<Record<string, string>>;
  clientVersion: string;
  /** Makes of an entry what is to be started, at every start anew; without it entries are taken as they are. */
  expand?: (config: McpServerConfig) => McpServerConfig;
  /** Where results over the cap are kept whole. Without it they are not kept. */
  spillDir?: string;
  /** Where logins are kept; null keeps none. */
  credentialsDir?: string | null;
  /** Characters of text that a result may have; Infinity for no cap. */
  maxResultChars?: number;
  /** Takes a line for the debug log: what servers log, write to stderr, or send that is no message. */
  log?: (line: string) => void;
  /** Waits between restarts, milliseconds. */
  restartDelaysMs?: readonly number[];
}

/** Runs the user's MCP servers. Nothing is started, and the MCP SDK not loaded, before `start` or the first call. */
export function createMcpHost(options: McpHostOptions): McpHost {
  const statusChanged = createEmitter<[McpServerStatus]>();
  const toolsChanged = createEmitter<[]>();
  const noticed = createEmitter<[NoticeLevel, string, string]>();
  const slots = createStartSlots(START_LIMIT, START_HOLD_MS);
  const recent = new Map<string, string[]>();
  const connection: ConnectionOptions = { ...options, expand: options.expand ?? ((config) => config) };
  const policy = { delaysMs: options.restartDelaysMs ?? RESTART_DELAYS_MS, healthyMs: HEALTHY_MS };

  const servers = new Map(
    options.servers.map((config) => [
      config.name,
      new ServerSupervisor(config, {
        connection,
        policy,
        slots,
        onStatus: statusChanged.emit,
        onTools: toolsChanged.emit,
        onNotice: (level, text) => noticed.emit(level, config.name, text),
        onLog(line) {
          recent.set(config.name, [...(recent.get(config.name) ?? []), line].slice(-RECENT_LINES));
          options.log?.(`mcp ${config.name}: ${line}`);
        },
      }),
    ]),
  );

  const require = (name: string): ServerSupervisor => requireServer(servers, name);
  return {
    catalogue: createCatalogue(servers, toolsChanged.on, options),
    offers: createOffers(servers),
    status: () => [...servers.values()].map((server) => server.status()),
    async start() {
      await Promise.all([...servers.values()].map((server) => server.start()));
    },
    serveClient(given) {
      connection.services = given;
    },
    setRoots(roots) {
      connection.roots = roots;
    },
    restart: async (name) => await require(name).restart(),
    setEnabled: async (name, enabled) => await require(name).setEnabled(enabled),
    async logIn(name) {
      throw new SimseError('usage', `server ${require(name).name} has no login`);
    },
    async logOut(name) {
      return require(name) === undefined;
    },
    recentLog: (name) => [...(recent.get(name) ?? [])],
    instructions: (name) => servers.get(name)?.instructions() ?? null,
    async acceptChange(tool) {
      throw new SimseError('not_found', `there is no change of ${tool}`);
    },
    onStatus: statusChanged.on,
    onNotice: noticed.on,
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers.values()].map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

function createOffers(servers: ReadonlyMap<string, ServerSupervisor>): McpOffers {
  return {
    prompts: () => [],
    resources: () => [],
    templates: () => [],
    getPrompt: async (server, name) => {
      throw new SimseError(
        'not_found',
        `server ${requireServer(servers, server).name} has no prompt ${name}`,
      );
    },
    readResource: async (server, uri) => {
      throw new SimseError(
        'not_found',
        `server ${requireServer(servers, server).name} has no resource ${uri}`,
      );
    },
    complete: () => Promise.resolve([]),
    subscribe: async (server, uri) => {
      throw new SimseError(
        'not_found',
        `server ${requireServer(servers, server).name} has no resource ${uri}`,
      );
    },
    onChange: () => () => {},
  };
}

function requireServer(servers: ReadonlyMap<string, ServerSupervisor>, name: string): ServerSupervisor {
  const server = servers.get(name);
  if (server === undefined) throw new SimseError('not_found', `there is no MCP server ${name}`);
  return server;
}

function createCatalogue(
  servers: ReadonlyMap<string, ServerSupervisor>,
  onChange: ToolCatalogue['onChange'],
  { maxResultChars = DEFAULT_MAX_RESULT_CHARS, spillDir }: McpHostOptions,
): ToolCatalogue {
  return {
    async ready() {
      await Promise.all([...servers.values()].map((server) => server.ready()));
    },
    list: () => [...servers.values()].flatMap((server) => server.tools()),
    find(name) {
      const server = servers.get(splitQualifiedName(name)?.server ?? '');
      return server?.tools().find((tool) => tool.name === name);
    },
    async call(name, args, callOptions = {}) {
      const { server, tool } = splitQualifiedName(name) ?? { server: '', tool: '' };
      const supervisor = servers.get(server);
      if (supervisor === undefined) throw unknownServer(name, [...servers.keys()]);
      const result = await supervisor.call(tool, args, callOptions);
      return capResult(result, maxResultChars, spillToFile(spillDir, name));
    },
    onChange,
  };
}

function unknownServer(name: string, servers: readonly string[]): SimseError {
  const { server } = splitQualifiedName(name) ?? { server: name };
  const meant = closest(server, servers);
  const known = servers.length === 0 ? 'No MCP server is configured.' : `Configured: ${servers.join(', ')}.`;
  return new SimseError('not_found', `there is no tool ${name}: no MCP server of that name`, {
    hint: meant === null ? known : `Did you mean ${meant}?`,
  });
}
