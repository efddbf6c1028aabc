import type { McpServer } from '@agentclientprotocol/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { type ClientRequest, McpError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import type { McpTool, McpToolResult } from './mcp-tools.ts';
import { type TransportOptions, openMcpTransport } from './open-mcp-transport.ts';
import { readMcpTool } from './read-mcp-tool.ts';
import { readToolResult } from './read-tool-result.ts';

const CONNECT_TIMEOUT_MS = 30_000;
/** The longest timer there is. A call may wait for the user to answer a question, so only patience bounds it. */
const CALL_TIMEOUT_MS = 2 ** 31 - 1;
const MAX_PAGES = 64;
const SDK_PREFIX = /^(?:MCP error -?\d+: )+/;
/** Answers are read by hand: the SDK's schemas throw a whole answer away for one bad field. */
const ANYTHING = z.unknown();

export interface McpConnection extends AsyncDisposable {
  listTools(signal: AbortSignal): Promise<McpTool[]>;
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<McpToolResult>;
}

export interface ConnectOptions extends TransportOptions {
  version: string;
  onClose: () => void;
}

/** Starts or reaches a server and shakes hands with it. Rejects with a SimseError that says why that did not work. */
export async function connectMcpServer(server: McpServer, options: ConnectOptions): Promise<McpConnection> {
  const client = new Client({ name: 'simse-agent', version: options.version });
  let ending: unknown;
  client.onclose = options.onClose;
  // A transport says how its server ended just before it closes, and the SDK says no more than that it closed.
  client.onerror = (error) => (ending = error instanceof SimseError ? error : ending);
  try {
    await client.connect(openMcpTransport(server, options), { timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    await client.close();
    throw mcpFailure(ending ?? error);
  }
  const request = (ask: ClientRequest, signal: AbortSignal): Promise<unknown> =>
    client.request(ask, ANYTHING, { signal, timeout: CALL_TIMEOUT_MS }).catch((error) => {
      throw mcpFailure(ending ?? error);
    });

  return {
    async listTools(signal) {
      if (client.getServerCapabilities()?.tools === undefined) return [];
      const raw = await fetchTools((cursor) =>
        request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, signal),
      );
      return raw.flatMap((tool) => readMcpTool(server.name, tool) ?? []);
    },
    async call(tool, args, signal) {
      return readToolResult(
        await request({ method: 'tools/call', params: { name: tool, arguments: args } }, signal),
      );
    },
    async [Symbol.asyncDispose]() {
      await client.close();
    },
  };
}

async function fetchTools(fetchPage: (cursor: string | undefined) => Promise<unknown>): Promise<unknown[]> {
  const tools: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await fetchPage(cursor);
    if (!isRecord(page) || !Array.isArray(page.tools)) break;
    tools.push(...page.tools);
    cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    if (cursor === undefined) break;
  }
  return tools;
}

function mcpFailure(error: unknown): SimseError {
  if (error instanceof SimseError) return error;
  const code = error instanceof McpError ? 'tool_failed' : 'mcp_failed';
  return new SimseError(code, messageOf(error).replace(SDK_PREFIX, ''), { cause: error });
}
