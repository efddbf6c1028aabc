import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { createDetectedTransport } from './detected-transport.ts';
import { HttpTransport } from './http-transport.ts';
import type { RemoteAccess } from './remote-access.ts';
import type { ServerTransport, TransportNotes } from './server-transport.ts';
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
