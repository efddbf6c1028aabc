import type { McpTransport } from './mcp-server-config.ts';

/** A transport, and whether it is only a first guess, after which another may be tried. */
export interface DetectedTransport {
  transport: Exclude<McpTransport, 'stdio'>;
  detected: boolean;
}

const LUCENIA_PATH = /^[^?#]*\/_plugins\/_ml\/mcp\/sse(?:[/?#]|$)/;
const SSE_PATH = /^[^?#]*\/sse\/?(?:[?#]|$)/;

/** What an address alone says of its server. The text may still hold variables. */
export function detectTransport(url: string): DetectedTransport {
  if (/^wss?:/i.test(url)) return { transport: 'websocket', detected: false };
  if (LUCENIA_PATH.test(url)) return { transport: 'lucenia-sse', detected: false };
  return { transport: SSE_PATH.test(url) ? 'sse' : 'http', detected: true };
}
