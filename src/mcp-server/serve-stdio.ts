import { onAbort } from '../core/abort.ts';
import type { Readable, Writable } from 'node:stream';
import { createMcpServer, type McpServerOptions } from './create-mcp-server.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface ServeOptions extends McpServerOptions {
  stdin: Readable;
  /** From `claimStdout`, so that nothing but the protocol reaches it. */
  stdout: Writable;
  signal: AbortSignal;
}

/** `simse mcp serve`: resolves when the client has gone or the signal is aborted. */
export async function serveStdio({ stdin, stdout, signal, ...options }: ServeOptions): Promise<void> {
  const server = createMcpServer(options);
  const closed = new Promise<void>((resolve) => {
    const tidy = server.onclose;
    server.onclose = () => {
      tidy?.();
      resolve();
    };
  });
  await server.connect(createStdioTransport(stdin, stdout));
  const stopListening = onAbort(signal, () => void server.close());
  await closed;
  stopListening();
}
