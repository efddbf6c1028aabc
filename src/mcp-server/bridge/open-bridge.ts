import { randomBytes } from 'node:crypto';
import type { BackendMcpServer } from '../../core/ports/backend.ts';
import type { Bridge, BridgedServers } from '../../core/ports/bridge.ts';
import { type BridgeContext, createBridgeContext } from './bridge-context.ts';
import type { BridgeListener } from './socket-bridge.ts';

/** What the bridge is called in session/new. */
const NAME = 'simse';

export interface BridgeOptions {
  servers: BridgedServers;
  /** Whether the backend takes MCP servers over HTTP. */
  takesHttp: boolean;
  /** The command that runs `runShim` with the variables of this process. */
  shim: { command: string; args: string[] };
  version: string;
  /** After how many milliseconds of silence an agent is told that its call still runs. */
  heartbeatMs?: number;
}

/**
 * Makes simse itself an MCP server that a backend can be given: all that the user's servers offer. Over
 * loopback HTTP where the backend takes it, otherwise as a program that speaks to this simse over a private socket. Either
 * way only with a token made for this bridge. Disposing ends every connection and every call in flight.
 */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const { takesHttp, shim } = options;
  const token = createBridgeToken();
  const context = createBridgeContext(options);
  const listener = await listen(takesHttp, token, context);
  const server: BackendMcpServer = takesHttp
    ? {
        transport: 'http',
        name: NAME,
        url: listener.address,
        headers: { Authorization: `Bearer ${token}` },
      }
    : {
        transport: 'stdio',
        name: NAME,
        ...shim,
        env: { SIMSE_BRIDGE_SOCKET: listener.address, SIMSE_BRIDGE_TOKEN: token },
      };
  return {
    server,
    settled: () => context.agents.settled(),
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  };
}

/** The SDK's server is loaded here, and of its transports only the one that is needed. */
async function listen(takesHttp: boolean, token: string, context: BridgeContext): Promise<BridgeListener> {
  const [{ createMcpServer }, { createBridgeOffering }] = await Promise.all([
    import('../create-mcp-server.ts'),
    import('./bridge-offering.ts'),
  ]);
  const info = { name: NAME, version: context.version };
  const createServer = () => createMcpServer({ info, offering: createBridgeOffering(context) });
  if (takesHttp) {
    const { openHttpBridge } = await import('./http-bridge.ts');
    return openHttpBridge(token, createServer);
  }
  const { openSocketBridge } = await import('./socket-bridge.ts');
  return openSocketBridge(token, createServer);
}

/** A secret for one bridge: 256 bits in letters that headers and environments take. */
function createBridgeToken(): string {
  return randomBytes(32).toString('base64url');
}
