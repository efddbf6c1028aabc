import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

type Send = (message: JSONRPCMessage) => Promise<void>;

/**
 * Holds messages back until the server has taken the `initialized` notification: where every message is a request of its own
 * they may overtake each other, and a server may refuse what reaches it before the handshake is over.
 */
export function greetFirst(send: Send): Send {
  let greeting: Promise<void> | undefined;
  return async (message) => {
    if (greeting !== undefined) await greeting;
    const sending = send(message);
    if (isInitialized(message)) {
      greeting = sending.catch(() => {}).finally(() => (greeting = undefined));
    }
    await sending;
  };
}

export function isInitialized(message: JSONRPCMessage): boolean {
  return 'method' in message && message.method === 'notifications/initialized';
}
