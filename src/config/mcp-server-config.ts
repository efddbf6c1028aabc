import * as z from 'zod';
import { flag, milliseconds, text, textList, textMap } from './fields.ts';

const REMOTE_TRANSPORTS = ['http', 'sse', 'websocket', 'lucenia-sse'] as const;
export const TRANSPORTS = ['stdio', ...REMOTE_TRANSPORTS] as const;
export type McpTransport = (typeof TRANSPORTS)[number];

/** Every word that names a transport: simse's own, and what other hosts call them. */
export const TRANSPORT_ALIASES: ReadonlyMap<string, McpTransport> = new Map<string, McpTransport>([
  ...TRANSPORTS.map((name) => [name, name] as const),
  ['streamable-http', 'http'],
  ['streamableHttp', 'http'],
  ['ws', 'websocket'],
  ['opensearch-sse', 'lucenia-sse'],
]);

const serverName = z
  .string('a string')
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'a name of 1 to 32 letters, digits, "_" and "-"');

const common = {
  name: serverName,
  enabled: flag.default(true),
  /** Milliseconds a request may take. */
  timeoutMs: milliseconds.default(60_000),
  /** Milliseconds from starting the server to its first answers. */
  startupTimeoutMs: milliseconds.default(30_000),
  restart: flag.default(true),
  /** Variables of simse's environment that must be set; they are handed to the server. */
  requiredEnv: textList.default([]),
  /** Only these tools are offered. */
  includeTools: textList.exactOptional(),
  /** These tools are not offered, even when included. */
  excludeTools: textList.exactOptional(),
};

export const stdioServerSchema = z.object(
  {
    ...common,
    transport: z.literal('stdio'),
    command: text,
    args: textList.default([]),
    env: textMap.default({}),
    cwd: text.exactOptional(),
  },
  'an object',
);

/** How simse shows a server who it is. Without it: the headers, and OAuth when the server asks for a login. */
const authSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('none') }),
    z.object({ type: z.literal('basic'), username: text, password: text }),
    z.object({ type: z.literal('bearer'), token: text }),
    z.object({
      type: z.literal('oauth'),
      /** A client that was registered beforehand. */
      clientId: text.exactOptional(),
      clientSecret: text.exactOptional(),
      /** The https address of a client-id metadata document. */
      clientMetadataUrl: text.exactOptional(),
      /** Asked for in place of those that the server names. */
      scopes: textList.exactOptional(),
      /** Of the loopback callback; any free one without it. */
      callbackPort: z.int('a port').min(1, 'a port').max(65_535, 'a port').exactOptional(),
      grant: z.enum(['authorization_code', 'client_credentials']).default('authorization_code'),
      /** PEM, to sign with in place of a client secret, and the algorithm, ES256 without it. */
      privateKey: text.exactOptional(),
      signingAlgorithm: text.exactOptional(),
    }),
  ],
  'an object with a "type" of "none", "basic", "bearer" or "oauth"',
);

export const remoteServerSchema = z.object(
  {
    ...common,
    transport: z.enum(REMOTE_TRANSPORTS),
    /** Whether `transport` was only concluded from the url, so that another may be tried. */
    detected: flag.default(false),
    url: text,
    headers: textMap.default({}),
    auth: authSchema.exactOptional(),
    /** A command line that prints a JSON object of headers; run at every connection. */
    headersHelper: text.exactOptional(),
    /** Of `lucenia-sse`: which of its two wires; found from the first event without it. */
    dialect: z.enum(['auto', 'opensearch', 'lucenia']).default('auto'),
  },
  'an object',
);

export type StdioServerConfig = z.output<typeof stdioServerSchema>;
export type RemoteServerConfig = z.output<typeof remoteServerSchema>;

export type ServerAuth = z.output<typeof authSchema>;

/** One MCP server. Its strings may hold `${VAR}`; `expandMcpServer` resolves them at start time. */
export type McpServerConfig = StdioServerConfig | RemoteServerConfig;
