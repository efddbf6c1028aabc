import type { McpServer } from '@agentclientprotocol/sdk';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SimseError } from '../../core/errors.ts';
import { childEnvironment } from '../../platform/child-env.ts';
import { webFetch } from '../../platform/http/web-fetch.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface TransportOptions {
  /** Where a server that is a program runs. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

interface NamedValue {
  name: string;
  value: string;
}

/** The transport to a server as `session/new` names it, not yet started. */
export function openMcpTransport(server: McpServer, { cwd, env }: TransportOptions): Transport {
  if (!('type' in server)) {
    const { command, args } = server;
    return createStdioTransport({ command, args, cwd, env: childEnvironment(env, toRecord(server.env)) });
  }
  if (server.type === 'sse') throw new SimseError('mcp_failed', 'the transport sse is not supported');
  const http = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: webFetch,
    requestInit: { headers: toRecord(server.headers) },
  });
  // The SDK declares its session id in a way that its own interface does not take with exact optional types.
  return http as Transport;
}

function toRecord(values: readonly NamedValue[]): Record<string, string> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}
