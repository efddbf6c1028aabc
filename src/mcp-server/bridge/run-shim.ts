import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SimseError } from '../../core/errors.ts';

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
