import { SimseError } from '../../core/errors.ts';
import type { ServerTransport } from './server-transport.ts';
import { TransportFailure } from './transport-failure.ts';

interface Candidate {
  name: 'http' | 'sse';
  open(): ServerTransport;
}

/**
 * For a server of which only the address is known: what is sent first goes by the likelier transport, and when the server
 * answers that it is none, by the other one.
 */
export function createDetectedTransport(likelier: Candidate, other: Candidate): ServerTransport {
  const first = likelier.open();
  let current = first;

  const adopt = (chosen: ServerTransport): void => {
    current = chosen;
    chosen.onmessage = (message, extra) => transport.onmessage?.(message, extra);
    chosen.onclose = () => transport.onclose?.();
    chosen.onerror = (error) => transport.onerror?.(error);
  };

  const transport: ServerTransport = {
    get detectedAs() {
      return current === first ? likelier.name : other.name;
    },
    get closeError() {
      return current.closeError;
    },
    setProtocolVersion: (version) => current.setProtocolVersion?.(version),
    closeReason: () => current.closeReason(),
    start() {
      adopt(current);
      return current.start();
    },
    async send(message) {
      try {
        await current.send(message);
      } catch (error) {
        if (current !== first || !isWrongTransport(error)) throw error;
        delete first.onclose;
        await first.close();
        adopt(other.open());
        await current.start();
        await current.send(message).catch((second: unknown) => {
          throw isWrongTransport(second) ? neither(error, second) : second;
        });
      }
    },
    close: () => current.close(),
  };
  return transport;
}

function isWrongTransport(error: unknown): error is TransportFailure {
  return error instanceof TransportFailure && error.kind === 'wrong_transport';
}

function neither(first: TransportFailure, second: TransportFailure): SimseError {
  return new SimseError(
    'config',
    `speaks no MCP at this address: it ${first.message}, and ${second.message}`,
    {
      hint: 'Check the "url" in mcp.json.',
    },
  );
}
