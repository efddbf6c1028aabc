import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { onAbort } from '../core/abort.ts';
import { readJsonLines } from '../platform/json-lines.ts';
import { createOwnServer, type OwnServerOptions } from './own-server.ts';

export interface ServeStdioOptions extends OwnServerOptions {
  stdin: Readable;
  /** From `claimStdout`, so that nothing but the protocol reaches it. */
  stdout: Writable;
  signal: AbortSignal;
}

/** `simse mcp serve`: resolves when the client has gone or the signal is aborted. */
export async function serveStdio({ stdin, stdout, signal, ...options }: ServeStdioOptions): Promise<void> {
  const server = createOwnServer(options);
  const closed = new Promise<void>((resolve) => {
    const tidy = server.onclose;
    server.onclose = () => {
      tidy?.();
      resolve();
    };
  });
  await server.connect(createPipeTransport(stdin, stdout));
  const stopListening = onAbort(signal, () => void server.close());
  await closed;
  stopListening();
}

/**
 * MCP over simse's own stdin and stdout. Unlike the SDK's it closes when stdin has ended, after every request that came
 * before has been answered, so that a script can pipe its requests in. What is asked of the client by then fails, as there
 * will be no answer.
 */
function createPipeTransport(stdin: Readable, stdout: Writable): Transport {
  const unanswered = new Set<unknown>();
  const asked = new Set<RequestId>();
  let hasEnded = false;
  let isClosed = false;

  const closeOnce = (): void => {
    if (isClosed) return;
    isClosed = true;
    stdin.destroy();
    transport.onclose?.();
  };
  const closeWhenDone = (): void => {
    if (hasEnded && unanswered.size === 0) closeOnce();
  };
  const failAsked = (): void => {
    const error = { code: ErrorCode.ConnectionClosed, message: 'The client has gone' };
    for (const id of asked) transport.onmessage?.({ jsonrpc: '2.0', id, error });
    asked.clear();
  };
  const receive = (message: JSONRPCMessage): void => {
    if (isJSONRPCRequest(message)) unanswered.add(message.id);
    else if (!('method' in message) && message.id !== undefined) asked.delete(message.id);
    transport.onmessage?.(message);
    // A cancelled request is never answered.
    if ('method' in message && message.method === 'notifications/cancelled') {
      unanswered.delete(message.params?.['requestId']);
    }
  };
  const read = async (): Promise<void> => {
    for await (const line of readJsonLines(stdin)) {
      if (line.kind === 'object') receive(line.value as JSONRPCMessage);
    }
  };

  const transport: Transport = {
    async start() {
      stdout.once('error', closeOnce);
      void read()
        .catch((error: Error) => transport.onerror?.(error))
        .finally(() => {
          hasEnded = true;
          failAsked();
          closeWhenDone();
        });
    },
    send: (message) =>
      new Promise((resolve) => {
        stdout.write(`${JSON.stringify(message)}\n`, () => {
          resolve();
          if (!('method' in message)) unanswered.delete(message.id);
          if (isJSONRPCRequest(message)) asked.add(message.id);
          if (hasEnded) failAsked();
          closeWhenDone();
        });
      }),
    async close() {
      closeOnce();
    },
  };
  return transport;
}
