import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { MESSAGE_LIMIT_BYTES } from '../transports/message-limit.ts';
import type { BridgeListener } from './bridge-listener.ts';
import { refuseRequest } from './refuse-request.ts';

const PATH = '/mcp';
/** An agent has one; more than these come from an agent that never ends its sessions. */
const MAX_SESSIONS = 32;
/** Longer than an agent pauses, so that it never writes into a connection that is just being closed. */
const KEEP_ALIVE_MS = 10 * 60 * 1000;
const STREAM_SILENCE_MS = 20_000;
const SESSION_NOT_FOUND = -32001;
const FORBIDDEN = -32000;

/** Serves MCP by Streamable HTTP on a free loopback port. Each MCP session has a server of its own. */
export async function openHttpBridge(token: string, createMcpServer: () => Server): Promise<BridgeListener> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const listener = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  listener.keepAliveTimeout = KEEP_ALIVE_MS;
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refuseRequest(request.headers, { port, token });
    if (refusal !== null) return refuse(response, refusal.status, FORBIDDEN, refusal.message);
    if (request.url !== PATH) return refuse(response, 404, FORBIDDEN, 'Not found');
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return openSession(request, response);
    const transport = sessions.get(String(id));
    if (transport === undefined) return refuse(response, 404, SESSION_NOT_FOUND, 'Session not found');
    keepAlive(response);
    await transport.handleRequest(request, response);
  }

  async function openSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MESSAGE_LIMIT_BYTES,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    transport.onclose = () => sessions.delete(transport.sessionId ?? '');
    await createMcpServer().connect(transport);
    const [oldest] = sessions.values();
    if (sessions.size >= MAX_SESSIONS) await oldest?.close();
    await transport.handleRequest(request, response);
    if (transport.sessionId === undefined) await transport.close();
  }

  return {
    address: `http://127.0.0.1:${port}${PATH}`,
    async [Symbol.asyncDispose]() {
      const closed = once(listener, 'close');
      listener.close();
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      listener.closeAllConnections();
      await closed;
    },
  };
}

/** A call may wait for the user for long, and HTTP clients give up on a silent stream: Node's own after 300 s. */
function keepAlive(response: ServerResponse): void {
  const timer = setInterval(() => {
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
    if (response.headersSent && isStream) response.write(': waiting\n\n');
  }, STREAM_SILENCE_MS);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    connection: 'close',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
