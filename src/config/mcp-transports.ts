/** How a server can be spoken to. */
interface TransportKind {
  /** What other hosts call it. */
  aliases: readonly string[];
  /** The schemes that its url may have; none for a program that simse starts. */
  schemes: readonly string[];
  /** What an address looks like whose server speaks it, and whether that is certain, so that no other need be tried. */
  address?: { pattern: RegExp; isCertain: boolean };
}

const HTTP = ['http:', 'https:'];

/** The transports of MCP servers: their names in mcp.json, and how they are recognised. */
const KINDS = {
  stdio: { aliases: [], schemes: [] },
  http: { aliases: ['streamable-http', 'streamableHttp'], schemes: HTTP },
  sse: {
    aliases: [],
    schemes: HTTP,
    address: { pattern: /^[^?#]*\/sse\/?(?:[?#]|$)/, isCertain: false },
  },
  websocket: {
    aliases: ['ws'],
    schemes: ['ws:', 'wss:'],
    address: { pattern: /^wss?:/i, isCertain: true },
  },
  'lucenia-sse': {
    aliases: ['opensearch-sse'],
    schemes: HTTP,
    address: { pattern: /^[^?#]*\/_plugins\/_ml\/mcp\/sse(?:[/?#]|$)/, isCertain: true },
  },
} satisfies Record<string, TransportKind>;

export type McpTransport = keyof typeof KINDS;
export type RemoteTransport = Exclude<McpTransport, 'stdio'>;

const TABLE: Readonly<Record<McpTransport, TransportKind>> = KINDS;

export const TRANSPORTS = Object.keys(TABLE) as McpTransport[];
export const REMOTE_TRANSPORTS = TRANSPORTS.filter((name): name is RemoteTransport => name !== 'stdio');

/** Every word that names a transport: simse's own, and what other hosts call them. */
export const TRANSPORT_ALIASES: ReadonlyMap<string, McpTransport> = new Map(
  TRANSPORTS.flatMap((name) => [name, ...TABLE[name].aliases].map((word) => [word, name] as const)),
);

/** What an address alone says of its server, and whether that is only a first guess. The text may still hold variables. */
export function detectTransport(url: string): { transport: RemoteTransport; detected: boolean } {
  const fits = (isCertain: boolean) =>
    REMOTE_TRANSPORTS.find((name) => {
      const { address } = TABLE[name];
      return address?.isCertain === isCertain && address.pattern.test(url);
    });
  const certain = fits(true);
  if (certain !== undefined) return { transport: certain, detected: false };
  return { transport: fits(false) ?? 'http', detected: true };
}

/** Whether a server of the transport can be at a url of this scheme, as `https:`. */
export function takesScheme(transport: McpTransport, scheme: string): boolean {
  return TABLE[transport].schemes.includes(scheme);
}
