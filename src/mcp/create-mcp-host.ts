import { isDeepStrictEqual } from 'node:util';
import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { SimseError } from '../core/errors.ts';
import type { McpHost } from '../core/ports/mcp-host.ts';
import type { McpServerStatus, NoticeLevel } from '../core/state/events.ts';
import { splitQualifiedName } from '../core/text/tool-names.ts';
import {
  DEFAULT_MAX_BINARY_BYTES,
  DEFAULT_MAX_RESULT_CHARS,
  type ResultCap,
  spillToFile,
} from './cap-result.ts';
import { KEEP_ALIVE_TIMES, type KeepAliveTimes } from './connection/keep-alive.ts';
import { createHostCatalogue } from './host-catalogue.ts';
import { createHostOffers } from './host-offers.ts';
import { markChanges, type PinnedTools, withoutChange } from './lists/fetch-tools.ts';
import type { HostSurroundings } from './server/connect-server.ts';
import { ServerSupervisor } from './server/server-supervisor.ts';
import { createStartSlots } from './server/start-slots.ts';
import { HEALTHY_MS, RENEWAL_MS, RESTART_DELAYS_MS } from './server/supervisor.ts';

/** How many servers may be spawned at once, and how long one that is slow keeps the others waiting. */
const START_LIMIT = 16;
const START_HOLD_MS = 100;

export interface Emitter<Arguments extends unknown[]> {
  emit(...args: Arguments): void;
  /** Returns the unsubscriber. */
  on(listener: (...args: Arguments) => void): () => void;
}

/** Listeners in the order they came. They must not throw. */
function createEmitter<Arguments extends unknown[]>(): Emitter<Arguments> {
  const subscriptions = new Set<{ listener: (...args: Arguments) => void }>();
  return {
    emit(...args) {
      for (const { listener } of subscriptions) listener(...args);
    },
    on(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
  };
}

export interface McpHostOptions {
  /** Names unique. */
  servers: readonly McpServerConfig[];
  /** The workspace's folders, absolute, as told to servers that ask. */
  roots: readonly string[];
  /** simse's own environment, of which servers get the harmless part. */
  env: Readonly<Record<string, string>>;
  /** Where servers run, absolute, unless their entry names another directory. */
  cwd: string;
  clientVersion: string;
  /** Makes of an entry what is to be started, at every start anew; without it entries are taken as they are. */
  expand?: (config: McpServerConfig) => McpServerConfig;
  /** Where results over the cap are kept whole. Without it they are not kept. */
  spillDir?: string;
  /** Characters of text that a result may have; Infinity for no cap, of pictures and sounds neither. */
  maxResultChars?: number;
  /** Where logins are kept for the next run; without it they are not. */
  credentialsDir?: string;
  /** Without it no change of a tool is noticed. */
  pinned?: PinnedTools;
  /** Takes a line for the debug log: what servers log, write to stderr, or send that is no message. */
  log?: (line: string) => void;
  /** Waits between restarts, milliseconds. */
  restartDelaysMs?: readonly number[];
  keepAliveTimes?: KeepAliveTimes;
}

/** Runs the user's MCP servers. Nothing is started before `start` or the first request. */
export function createMcpHost(options: McpHostOptions): McpHost {
  const news = createNews();
  const surroundings = surroundingsOf(options);
  const servers = createServers(options, surroundings, news);
  const all = <T>(run: (server: ServerSupervisor) => T): T[] => [...servers.values()].map(run);
  const requireServer = (name: string): ServerSupervisor => findServer(servers, name);
  const { maxResultChars: maxChars = DEFAULT_MAX_RESULT_CHARS } = options;
  const cap = (name: string): ResultCap => ({
    maxChars,
    maxBytes: maxChars === Infinity ? Infinity : DEFAULT_MAX_BINARY_BYTES,
    spill: spillToFile(options.spillDir, name),
  });

  return {
    catalogue: createHostCatalogue(servers, news.toolsChanged.on, cap),
    offers: createHostOffers(servers, requireServer, news.offersChanged.on, cap),
    status: () => all((server) => server.status()),
    async start() {
      await Promise.all(all((server) => server.start()));
    },
    serveClient(services) {
      surroundings.services = services;
    },
    setRoots(roots) {
      const isSame = isDeepStrictEqual(roots, surroundings.roots);
      surroundings.roots = roots;
      if (!isSame) all(({ requests }) => requests.notify('notifications/roots/list_changed'));
    },
    restart: async (name) => requireServer(name).restart(),
    setEnabled: async (name, enabled) => requireServer(name).setEnabled(enabled),
    logIn: async (name, { showLogIn }, signal) => requireServer(name).logIn(showLogIn, signal),
    logOut: async (name) => requireServer(name).logOut(),
    recentLog: (name) => servers.get(name)?.recentLog() ?? [],
    instructions: (name) => servers.get(name)?.instructions() ?? null,
    acceptChange: async (name, hash) => acceptChange(servers, options.pinned, name, hash),
    onStatus: news.statusChanged.on,
    onNotice: news.noticed.on,
    async [Symbol.asyncDispose]() {
      await Promise.all(all((server) => server[Symbol.asyncDispose]()));
    },
  };
}

/** What the host tells of all servers. */
function createNews() {
  return {
    statusChanged: createEmitter<[McpServerStatus]>(),
    toolsChanged: createEmitter<[]>(),
    offersChanged: createEmitter<[]>(),
    noticed: createEmitter<[NoticeLevel, string, string]>(),
  };
}

function createServers(
  { servers, pinned, restartDelaysMs = RESTART_DELAYS_MS, log = () => {} }: McpHostOptions,
  surroundings: HostSurroundings,
  { statusChanged, toolsChanged, offersChanged, noticed }: ReturnType<typeof createNews>,
): Map<string, ServerSupervisor> {
  const common = {
    surroundings,
    policy: { delaysMs: restartDelaysMs, healthyMs: HEALTHY_MS, renewalMs: RENEWAL_MS },
    slots: createStartSlots(START_LIMIT, START_HOLD_MS),
    onStatus: statusChanged.emit,
    onTools: toolsChanged.emit,
    onOffers: offersChanged.emit,
  };
  const create = (config: McpServerConfig): ServerSupervisor =>
    new ServerSupervisor(config, {
      ...common,
      adoptTools: (fetched) =>
        pinned === undefined ? Promise.resolve(fetched) : markChanges(pinned, config, fetched),
      onNotice: (level, text) => noticed.emit(level, config.name, text),
      onLog: (line) => log(`mcp ${config.name}: ${line}`),
    });
  return new Map(servers.map((config) => [config.name, create(config)]));
}

function surroundingsOf(options: McpHostOptions): HostSurroundings {
  return {
    env: options.env,
    cwd: options.cwd,
    clientVersion: options.clientVersion,
    credentialsDir: options.credentialsDir ?? null,
    keepAliveTimes: options.keepAliveTimes ?? KEEP_ALIVE_TIMES,
    expand: options.expand ?? ((config) => config),
    roots: options.roots,
    services: {},
  };
}

function findServer(servers: ReadonlyMap<string, ServerSupervisor>, name: string): ServerSupervisor {
  const server = servers.get(name);
  if (server === undefined) throw new SimseError('not_found', `there is no MCP server ${name}`);
  return server;
}

async function acceptChange(
  servers: ReadonlyMap<string, ServerSupervisor>,
  pinned: PinnedTools | undefined,
  name: string,
  hash: string,
): Promise<void> {
  const parts = splitQualifiedName(name) ?? { server: name, tool: '' };
  const { config, lists } = findServer(servers, parts.server);
  const accept = pinned?.pins.accept(pinned.subjectOf(config), parts.tool, hash);
  const drop = (): void =>
    lists.tools.update((tools) =>
      tools.map((tool) => (tool.change?.hash === hash && tool.name === name ? withoutChange(tool) : tool)),
    );
  try {
    await accept;
  } catch (error) {
    // What could not be written holds for this run.
    if (error instanceof SimseError && error.code === 'store_failed') drop();
    throw error;
  }
  drop();
}
