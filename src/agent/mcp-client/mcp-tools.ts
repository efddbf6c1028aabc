import type { McpServer } from '@agentclientprotocol/sdk';
import { unlessAborted } from '../../core/abort.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ConnectOptions, ToolServer } from './connect-mcp-server.ts';
import { createMcpRoster, type McpRoster } from './mcp-roster.ts';
import type { McpCall, McpTool, McpToolList, McpToolResult } from './mcp-tool.ts';

/** The tools of the MCP servers that a client named for a session. */
export interface McpTools extends AsyncDisposable {
  /** What the servers offer by now, for models, which need it before they call anything. */
  readonly roster: McpRoster;
  /** For a call of the `wanted` tool simse's bridge is not waited for longer than until it has that one. */
  list(signal: AbortSignal, wanted?: string): Promise<McpToolList>;
  /** Rejects with a SimseError when the server cannot be reached or refuses the call. */
  call(tool: McpTool, args: JsonObject, call: McpCall): Promise<McpToolResult>;
}

export interface McpToolsOptions {
  servers: readonly McpServer[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  version: string;
}

/** Servers are connected to when they are first needed, and only then is what that takes loaded. */
export function createMcpTools(options: McpToolsOptions): McpTools {
  const connections = new Map<string, Promise<ToolServer>>();
  const closing = new AbortController();

  const connect = (server: McpServer): Promise<ToolServer> => {
    const known = connections.get(server.name);
    if (known !== undefined) return known;
    // One that failed or ended is tried again the next time.
    const forget = (): void => {
      if (connections.get(server.name) === connecting) connections.delete(server.name);
    };
    const connecting = openConnection(server, {
      ...options,
      signal: closing.signal,
      onClose: forget,
      onToolsChange: () => roster.refresh(server.name),
    });
    connections.set(server.name, connecting);
    connecting.catch(forget);
    return connecting;
  };

  const serverOf = (name: string): McpServer => {
    const server = options.servers.find((candidate) => candidate.name === name);
    if (server === undefined) throw new SimseError('not_found', `there is no MCP server ${name}`);
    return server;
  };
  const names = options.servers.map(({ name }) => name);
  const roster = createMcpRoster(names, async (name) => {
    const connection = await connect(serverOf(name));
    return {
      tools: await connection.listTools(closing.signal),
      instructions: connection.instructions,
    };
  });

  return {
    roster,
    async list(signal, wanted) {
      const list = (server: McpServer) => listServer(connect(server), server.name, signal, wanted);
      const lists = await Promise.all(options.servers.map(list));
      return {
        tools: lists.flatMap(({ tools }) => tools),
        failures: lists.flatMap(({ failures }) => failures),
      };
    },
    async call(tool, args, call) {
      const connection = await unlessAborted(connect(serverOf(tool.server)), call.signal);
      return connection.call(tool.tool, args, call);
    },
    async [Symbol.asyncDispose]() {
      const open = [...connections.values()];
      connections.clear();
      closing.abort(new SimseError('cancelled', 'the session was closed'));
      await Promise.allSettled(open.map(async (connection) => (await connection)[Symbol.asyncDispose]()));
    },
  };
}

async function openConnection(server: McpServer, options: ConnectOptions): Promise<ToolServer> {
  const { connectMcpServer } = await import('./connect-mcp-server.ts');
  return connectMcpServer(server, options);
}

async function listServer(
  connecting: Promise<ToolServer>,
  server: string,
  signal: AbortSignal,
  wanted: string | undefined,
): Promise<McpToolList> {
  try {
    const connection = await unlessAborted(connecting, signal);
    return { tools: await connection.listTools(signal, wanted), failures: [] };
  } catch (error) {
    signal.throwIfAborted();
    return { tools: [], failures: [{ server, reason: messageOf(error) }] };
  }
}
