import type { McpServer } from '@agentclientprotocol/sdk';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { CALL_ID, WANTED_TOOL } from '../../core/rpc/own-meta.ts';
import { RpcError } from '../../core/rpc/rpc-message.ts';
import { createClientFeatures } from '../../mcp/connection/client-features.ts';
import { KEEP_ALIVE_TIMES } from '../../mcp/connection/keep-alive.ts';
import type { McpConnection } from '../../mcp/connection/mcp-connection.ts';
import { type ConnectionOptions, openConnection } from '../../mcp/connection/open-connection.ts';
import { createPause } from '../../mcp/connection/pause.ts';
import { ServerLog } from '../../mcp/connection/server-log.ts';
import { fetchPages } from '../../mcp/lists/fetch-list.ts';
import { MCP_LISTS } from '../../mcp/protocol/mcp-lists.ts';
import { createPlainAccess } from '../../mcp/transports/plain-access.ts';
import { wholeEnvironment } from '../../platform/child-env.ts';
import { type McpCall, type McpTool, type McpToolResult, readMcpTool, readToolResult } from './mcp-tool.ts';

const START_LIMIT_MS = 30_000;
/** The bridge tells what all servers of the user say about themselves. */
const MAX_INSTRUCTIONS_CHARS = 16_384;
/** What simse calls itself, as an MCP server and in session/new. */
const BRIDGE = 'simse';

/** A server that the client named for a session, as the tools of the agent see it. */
export interface ToolServer extends AsyncDisposable {
  /** What the server says about how to use it; mostly nothing. */
  readonly instructions: string;
  /** Of the bridge as soon as it has the `wanted` one, if that is given. */
  listTools(signal: AbortSignal, wanted?: string): Promise<McpTool[]>;
  call(tool: string, args: JsonObject, call: McpCall): Promise<McpToolResult>;
}

export interface ConnectOptions {
  /** Where a server that is a program runs. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Gives up the attempt. */
  signal: AbortSignal;
  onClose: () => void;
  onToolsChange: () => void;
}

/** Starts or reaches a server. Rejects with a SimseError that says why that did not work. */
export async function connectMcpServer(server: McpServer, options: ConnectOptions): Promise<ToolServer> {
  const connection = await connectInTime(toConnectionOptions(server, options), options.signal);
  void connection.closed.then(options.onClose);
  const { identity } = connection;
  const isBridge = server.name === BRIDGE && identity.serverInfo?.name === BRIDGE;
  const source = { server: server.name, isBridge };
  const request: McpConnection['request'] = (method, params, about) =>
    // A call may wait for the user to answer a question, so only patience bounds it.
    connection.request(method, params, { timeoutMs: null, ...about }).catch((error: unknown) => {
      throw error instanceof RpcError
        ? new SimseError('tool_failed', messageOf(error), { cause: error })
        : error;
    });

  return {
    instructions: identity.instructions ?? '',
    async listTools(signal, wanted) {
      if (identity.capabilities['tools'] === undefined) return [];
      const about = isBridge && wanted !== undefined ? { _meta: { [WANTED_TOOL]: wanted } } : {};
      const fetchPage = (cursor?: string) =>
        request(MCP_LISTS.tools.method, cursor === undefined ? about : { ...about, cursor }, { signal });
      const { items } = await fetchPages(MCP_LISTS.tools, fetchPage, Infinity);
      return items.flatMap((tool) => readMcpTool(source, tool) ?? []);
    },
    async call(tool, args, { id, signal, onProgress }) {
      const meta = isBridge ? { _meta: { [CALL_ID]: id } } : {};
      const params = { name: tool, arguments: args, ...meta };
      return readToolResult(await request('tools/call', params, { signal, onProgress }));
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

async function connectInTime(options: ConnectionOptions, signal: AbortSignal): Promise<McpConnection> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new SimseError('timeout', `did not answer initialize within ${START_LIMIT_MS} ms`));
  }, START_LIMIT_MS);
  try {
    return await openConnection(options, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** What the agent does for its servers is to call them: it has no screen and no user to ask. */
function toConnectionOptions(
  server: McpServer,
  { cwd, env, version, onToolsChange }: ConnectOptions,
): ConnectionOptions {
  const config = toConfig(server);
  const log = new ServerLog({ level: 'emergency', onLine() {}, onNotice() {}, hide: (text) => text });
  return {
    config,
    env: wholeEnvironment(env, {}),
    cwd,
    client: { name: 'simse-agent', version },
    maxInstructionsChars: MAX_INSTRUCTIONS_CHARS,
    access: createPlainAccess('url' in config ? config : { url: '', headers: {} }),
    pause: createPause(),
    features: createClientFeatures({ server: server.name, services: {}, log: log.line }),
    events: {
      onListChanged(kind) {
        if (kind === 'tools') onToolsChange();
      },
      onResourceUpdated() {},
    },
    log,
    keepAliveTimes: KEEP_ALIVE_TIMES,
  };
}

function toConfig(server: McpServer): ConnectionOptions['config'] {
  const { name } = server;
  const usual = { name, enabled: true, restart: false, requiredEnv: [] };
  const entry = { ...usual, timeoutMs: START_LIMIT_MS, startupTimeoutMs: START_LIMIT_MS };
  if (!('type' in server)) {
    const { command, args } = server;
    return { ...entry, transport: 'stdio', command, args, env: toRecord(server.env) };
  }
  if (server.type === 'sse') throw new SimseError('mcp_failed', 'the transport sse is not supported');
  const headers = toRecord(server.headers);
  return { ...entry, transport: 'http', detected: false, dialect: 'auto', url: server.url, headers };
}

function toRecord(values: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}
