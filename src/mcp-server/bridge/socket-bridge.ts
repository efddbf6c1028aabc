import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SimseError } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { deliverLine } from '../../mcp/transports/deliver-messages.ts';
import { isSameSecret } from '../../platform/is-same-secret.ts';
import { createJsonLineDecoder } from '../../platform/json-lines.ts';
import { createPrivateSocketPath } from '../../platform/temp-folder.ts';

/** How long a connection may take to show its token. */
const TOKEN_WAIT_MS = 5000;

/** One way to reach the bridge. Disposing ends every connection. */
export interface BridgeListener extends AsyncDisposable {
  /** The url, or the path of the socket. */
  readonly address: string;
}

/** Serves MCP on a private socket, for the shim that an agent starts. The first line of a connection is the token. */
export async function openSocketBridge(
  token: string,
  createMcpServer: () => Server,
): Promise<BridgeListener> {
  const place = await createPrivateSocketPath();
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveSocket(socket, token, createMcpServer);
  });
  listener.listen(place.path);
  await once(listener, 'listening');

  return {
    address: place.path,
    async [Symbol.asyncDispose]() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      await place[Symbol.asyncDispose]();
    },
  };
}

function serveSocket(socket: Socket, token: string, createMcpServer: () => Server): void {
  let transport: Transport | undefined;
  const hangUp = (): void => void socket.destroy();
  const timer = setTimeout(hangUp, TOKEN_WAIT_MS).unref();
  const notes = { onNoise() {}, onDropped: hangUp };

  const decoder = createJsonLineDecoder(
    (line) => {
      if (transport !== undefined) {
        deliverLine(line, notes, (message) => transport?.onmessage?.(message));
      } else if (line.kind === 'noise' && isSameSecret(line.text, token)) {
        clearTimeout(timer);
        transport = createSocketTransport(socket);
        createMcpServer().connect(transport).catch(hangUp);
      } else {
        hangUp();
      }
    },
    { limitBytes: MESSAGE_LIMIT_BYTES },
  );

  socket.on('data', (chunk: Buffer) => decoder.push(chunk));
  // Whoever reads or writes learns of it by `close`.
  socket.on('error', () => {});
  socket.once('close', () => {
    clearTimeout(timer);
    transport?.onclose?.();
  });
}

function createSocketTransport(socket: Socket): Transport {
  return {
    async start() {},
    send: (message) =>
      new Promise((resolve) => {
        socket.write(`${JSON.stringify(message)}\n`, () => resolve());
      }),
    async close() {
      socket.destroy();
    },
  };
}

export interface ShimOptions {
  /** From SIMSE_BRIDGE_SOCKET and SIMSE_BRIDGE_TOKEN. */
  socketPath: string;
  token: string;
  stdin: Readable;
  stdout: Writable;
}

/**
 * The stdio side of a bridge, run by an agent as its MCP server: carries bytes between the agent and the simse that
 * started it. Resolves when either has gone.
 */
export async function runShim({ socketPath, token, stdin, stdout }: ShimOptions): Promise<void> {
  const socket = createConnection(socketPath);
  try {
    await once(socket, 'connect');
  } catch (cause) {
    throw new SimseError('mcp_failed', 'cannot reach the simse that this bridge belongs to', {
      hint: '`simse mcp bridge` is started by an agent that runs in simse, not by hand.',
      cause,
    });
  }
  socket.write(`${token}\n`);
  try {
    await pipeline(stdin, socket, stdout);
  } catch {
    // One of the two ended without a goodbye, which is how most agents end.
  }
}
