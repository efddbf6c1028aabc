import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type Implementation,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { listChanged } from '../mcp/protocol/mcp-lists.ts';
import type { Connection, Offering } from './serve/offering.ts';
import { serveLogging, serveRoots } from './serve/serve-extensions.ts';
import { serveLists } from './serve/serve-lists.ts';
import { serveOffers } from './serve/serve-offers.ts';
import { serveTools } from './serve/serve-tools.ts';

interface ServerOptions {
  info: Implementation;
  offering: Offering;
  /** Takes what the client logs, one line each, with the client's name; without it clients have nothing to log to. */
  onClientLog?: (line: string) => void;
}

/** An MCP server over what is offered, for one connection. */
export function createMcpServer({ info, offering, onClientLog }: ServerOptions): Server {
  const server = new Server(info, { capabilities: offering.capabilities });
  const connection: Connection = { server, offering, client: null, logLevel: 'info' };
  serveHandshake(connection, info);
  serveLists(connection);
  serveTools(connection);
  const endSubscriptions = serveOffers(connection);
  if (offering.roots !== undefined) serveRoots(connection, offering.roots);
  if (onClientLog !== undefined) serveLogging(connection, onClientLog);

  let stopTelling = (): void => {};
  server.oninitialized = () => {
    stopTelling();
    // A client that has gone needs no news.
    stopTelling = offering.onChange(
      (changed) => void server.notification({ method: listChanged(changed) }).catch(() => {}),
    );
  };
  server.onclose = () => {
    stopTelling();
    endSubscriptions();
    offering.close();
  };
  return server;
}

/** In place of the SDK's, which has nothing to wait for: what a server says of itself may take its time. */
function serveHandshake(connection: Connection, serverInfo: Implementation): void {
  const { server, offering } = connection;
  server.setRequestHandler(InitializeRequestSchema, async ({ params }) => {
    const { clientInfo, capabilities } = params;
    connection.client = { name: clientInfo.name, capabilities };
    const isKnown = SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion);
    return {
      protocolVersion: isKnown ? params.protocolVersion : LATEST_PROTOCOL_VERSION,
      capabilities: offering.capabilities,
      serverInfo,
      instructions: await offering.instructions(clientInfo.name),
    };
  });
}
