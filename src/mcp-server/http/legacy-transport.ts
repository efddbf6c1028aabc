import { boundDepth } from '../../core/rpc/message-bounds.ts';
import type { ServerResponse } from 'node:http';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { type EventStream, openEventStream } from './event-stream.ts';

export interface LegacyTransport extends Transport {
  /** A body that was posted for it. */
  receive(body: string): 'taken' | 'no-json' | 'no-message';
}

/**
 * The server's end of HTTP+SSE for one client: messages go out by the stream that answers its GET, and begin with the address
 * that it posts its own to. In place of the SDK's, which is deprecated, sends nothing in between and answers all that is wrong
 * with 400.
 */
export function createLegacyTransport(response: ServerResponse, endpoint: string): LegacyTransport {
  let stream: EventStream | undefined;
  const transport: LegacyTransport = {
    async start() {
      stream = openEventStream(response, () => transport.onclose?.());
      stream.send({ event: 'endpoint', data: endpoint });
    },
    async send(message) {
      stream?.send({ event: 'message', data: JSON.stringify(message) });
    },
    async close() {
      stream?.end();
    },
    receive(body) {
      const value = parse(body);
      if (value === undefined) return 'no-json';
      const message = JSONRPCMessageSchema.safeParse(value);
      if (!message.success) return 'no-message';
      transport.onmessage?.(message.data);
      return 'taken';
    },
  };
  return transport;
}

function parse(body: string): unknown {
  try {
    return boundDepth(JSON.parse(body));
  } catch {
    return undefined; // No JSON is the same to the caller, whatever is wrong with it.
  }
}
