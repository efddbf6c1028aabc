import { onTestFinished } from 'vitest';
import type { BackendMcpServer } from '../../src/core/ports/backend.ts';
import type { Bridge, BridgedServers } from '../../src/core/ports/bridge.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';
import { openBridge } from '../../src/mcp-server/bridge/open-bridge.ts';

/** The bridge to all that a host has, without a gate. It is closed when the test has ended. */
export async function bridgeTo(
  { catalogue, offers, instructions, status }: McpHost,
  takesHttp = true,
): Promise<Bridge> {
  const said = (server: string) => {
    const text = instructions(server);
    return text === null ? [] : [{ server, text }];
  };
  const servers = { catalogue, offers, instructions: () => status().flatMap(({ name }) => said(name)) };
  return bridgeOver(servers, takesHttp);
}

export async function bridgeOver(
  servers: BridgedServers,
  takesHttp = true,
  more: { heartbeatMs?: number } = {},
): Promise<Bridge> {
  const shim = { command: 'simse', args: ['mcp', 'bridge'] };
  const bridge = await openBridge({ servers, takesHttp, shim, version: '0.0.0', ...more });
  onTestFinished(() => bridge[Symbol.asyncDispose]());
  return bridge;
}

/** How an agent is told of the bridge over HTTP. */
export function httpEntry({ server }: Bridge): Extract<BackendMcpServer, { transport: 'http' | 'sse' }> {
  if (server.transport === 'stdio') throw new Error('expected the http form');
  return server;
}

/** How an agent is told of the bridge that it starts as a program. */
export function stdioEntry({ server }: Bridge): Extract<BackendMcpServer, { transport: 'stdio' }> {
  if (server.transport !== 'stdio') throw new Error('expected the stdio form');
  return server;
}
