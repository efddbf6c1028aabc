import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { closest } from '../core/closest.ts';
import { SimseError } from '../core/errors.ts';
import type { NoticeLevel } from '../core/events.ts';
import type { McpServerStatus } from '../core/mcp-status.ts';
import type { McpHost, ToolCatalogue } from '../core/ports.ts';
import { splitQualifiedName } from '../core/tool-names.ts';
import { capResult, DEFAULT_MAX_RESULT_CHARS } from './cap-result.ts';
import { createEmitter } from './emitter.ts';
import { ServerSupervisor } from './server-supervisor.ts';
import { spillToFile } from './spill-to-file.ts';
import { createStartSlots } from './start-slots.ts';
import { HEALTHY_MS, RESTART_DELAYS_MS } from './supervisor.ts';

/** How many servers may be spawned at once, and how long one that is slow keeps the others waiting. */
const START_LIMIT = 16;
const START_HOLD_MS = 250;

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
  const connection = { ...options, expand: options.expand ?? ((config) => config) };
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
        onLog: (line) => options.log?.(`mcp ${config.name}: ${line}`),
      }),
    ]),
  );

  return {
    catalogue: createCatalogue(servers, toolsChanged.on, options),
    status: () => [...servers.values()].map((server) => server.status()),
    async start() {
      await Promise.all([...servers.values()].map((server) => server.start()));
    },
    onStatus: statusChanged.on,
    onNotice: noticed.on,
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers.values()].map((server) => server[Symbol.asyncDispose]()));
    },
  };
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
