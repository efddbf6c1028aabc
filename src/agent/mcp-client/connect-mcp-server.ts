import type { McpServer } from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type ClientRequest,
  McpError,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import type { McpCall, McpTool, McpToolResult } from './mcp-tools.ts';
import { type TransportOptions, openMcpTransport } from './open-mcp-transport.ts';
import { readMcpTool } from './read-mcp-tool.ts';
import { readToolResult } from './read-tool-result.ts';

const CONNECT_TIMEOUT_MS = 30_000;
/** The longest timer there is. A call may wait for the user to answer a question, so only patience bounds it. */
const CALL_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_PAGES = 64;
/** What simse calls itself, as an MCP server and in session/new. */
const BRIDGE = 'simse';
/** By which the bridge knows what call of ours one of its own is. */
const CALL_ID_KEY = 'simse/toolCallId';
/** By which the bridge knows that it need not wait for other servers than that of this tool. */
const WANTED_KEY = 'simse/wanted';
const SDK_PREFIX = /^(?:MCP error -?\d+: )+/;
/** Answers are read by hand: the SDK's schemas throw a whole answer away for one bad field. */
const ANYTHING = z.unknown();

export interface McpConnection extends AsyncDisposable {
  /** What the server says about how to use it; mostly nothing. */
  readonly instructions: string;
  /** Of the bridge as soon as it has the `wanted` one, if that is given. */
  listTools(signal: AbortSignal, wanted?: string): Promise<McpTool[]>;
  call(tool: string, args: JsonObject, call: McpCall): Promise<McpToolResult>;
}

export interface ConnectOptions extends TransportOptions {
  version: string;
  /** Gives up the attempt. */
  signal: AbortSignal;
  onClose: () => void;
  onToolsChange: () => void;
}

/** Starts or reaches a server and shakes hands with it. Rejects with a SimseError that says why that did not work. */
export async function connectMcpServer(server: McpServer, options: ConnectOptions): Promise<McpConnection> {
  const client = new Client({ name: 'simse-agent', version: options.version });
  let ending: unknown;
  client.onclose = options.onClose;
  client.setNotificationHandler(ToolListChangedNotificationSchema, options.onToolsChange);
  // A transport says how its server ended just before it closes, and the SDK says no more than that it closed.
  client.onerror = (error) => (ending = error instanceof SimseError ? error : ending);
  try {
    const { signal } = options;
    await client.connect(openMcpTransport(server, options), { signal, timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    await client.close();
    throw mcpFailure(ending ?? error);
  }
  const isBridge = server.name === BRIDGE && client.getServerVersion()?.name === BRIDGE;
  const source = { server: server.name, isBridge };
  const request = (ask: ClientRequest, options: RequestOptions): Promise<unknown> =>
    client.request(ask, ANYTHING, { ...options, timeout: CALL_TIMEOUT_MS }).catch((error) => {
      throw mcpFailure(ending ?? error);
    });

  return {
    instructions: client.getInstructions() ?? '',
    async listTools(signal, wanted) {
      if (client.getServerCapabilities()?.tools === undefined) return [];
      const about = isBridge && wanted !== undefined ? { _meta: { [WANTED_KEY]: wanted } } : {};
      const raw = await fetchTools((cursor) => {
        const params = cursor === undefined ? about : { ...about, cursor };
        return request({ method: 'tools/list', params }, { signal });
      });
      return raw.flatMap((tool) => readMcpTool(source, tool) ?? []);
    },
    async call(tool, args, { id, signal, onProgress }) {
      const _meta = isBridge ? { _meta: { [CALL_ID_KEY]: id } } : {};
      const ask = { method: 'tools/call', params: { name: tool, arguments: args, ..._meta } } as const;
      return readToolResult(await request(ask, { signal, onprogress: onProgress }));
    },
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

/** Every page of a list, as long as each brings a cursor that is new. */
async function fetchTools(fetchPage: (cursor: string | undefined) => Promise<unknown>): Promise<unknown[]> {
  const tools: unknown[] = [];
  const seen = new Set<string | undefined>();
  let cursor: string | undefined;
  do {
    seen.add(cursor);
    const page = await fetchPage(cursor);
    if (!isRecord(page) || !Array.isArray(page.tools)) break;
    tools.push(...page.tools);
    cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
  } while (!seen.has(cursor) && seen.size < MAX_PAGES);
  return tools;
}

function mcpFailure(error: unknown): SimseError {
  if (error instanceof SimseError) return error;
  const code = error instanceof McpError ? 'tool_failed' : 'mcp_failed';
  // What fetch throws has its reason, such as a refused connection, only in the cause.
  const reason = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return new SimseError(code, `${messageOf(error).replace(SDK_PREFIX, '')}${reason}`, { cause: error });
}
