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
  const openHttp = (): ServerTransport => new HttpTransport(config, access, notes);
  const openSse = (): ServerTransport => new SseTransport(config, access, notes);
  const [open, openOther] = config.transport === 'sse' ? [openSse, openHttp] : [openHttp, openSse];
  return config.detected ? createDetectedTransport(open(), openOther) : open();
}
