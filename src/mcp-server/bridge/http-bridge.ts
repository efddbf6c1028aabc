import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { listenHttp } from '../http/listen-http.ts';
import { createStreamableRoute } from '../http/streamable-route.ts';
import type { BridgeListener } from './socket-bridge.ts';

const PATH = '/mcp';
/** An agent has one; more than these come from an agent that never ends its sessions. */
const MAX_SESSIONS = 32;

/** Serves MCP by Streamable HTTP on a free loopback port. Each MCP session has a server of its own. */
export async function openHttpBridge(token: string, createMcpServer: () => Server): Promise<BridgeListener> {
  const route = createStreamableRoute({
    path: PATH,
    createServer: createMcpServer,
    bodyLimitBytes: MESSAGE_LIMIT_BYTES,
    isResumable: false,
    // An agent may be left alone over night.
    idleMs: Infinity,
    maxSessions: MAX_SESSIONS,
  });
  const listener = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    secret: { type: 'bearer', token },
    routes: [route],
  });
  return {
    address: `${listener.origin}${PATH}`,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
}
