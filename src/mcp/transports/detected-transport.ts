import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import { HttpTransport } from './http-transport.ts';
import {
  type RemoteAccess,
  type ServerTransport,
  TransportFailure,
  type TransportNotes,
} from './server-transport.ts';
import { SseTransport } from './sse-transport.ts';

/** Streamable HTTP or HTTP+SSE, as the entry says; one that only an address suggests may turn out to be the other. */
export function openHttpOrSse(
  config: RemoteServerConfig,
  access: RemoteAccess,
  notes: TransportNotes,
): ServerTransport {
  const http = { name: 'http', open: () => new HttpTransport(config, access, notes) } as const;
  const sse = { name: 'sse', open: () => new SseTransport(config, access, notes) } as const;
  const [likelier, other] = config.transport === 'sse' ? [sse, http] : [http, sse];
  return config.detected ? createDetectedTransport(likelier, other) : likelier.open();
}

interface Candidate {
  name: 'http' | 'sse';
  open(): ServerTransport;
}

/**
 * For a server of which only the address is known: what is sent first goes by the likelier transport, and when the server
 * answers that it is none, by the other one.
 */
function createDetectedTransport(likelier: Candidate, other: Candidate): ServerTransport {
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
    `does not speak MCP at this address: it ${first.message}, and ${second.message}`,
    {
      hint: 'Check the "url" in mcp.json.',
    },
  );
}
