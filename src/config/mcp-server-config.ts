import * as z from 'zod';
import { LOG_LEVELS } from '../core/ports/mcp-host.ts';
import { commandLine, flag, milliseconds, text, textList, textMap } from './fields.ts';
import { authSchema } from './server-auth.ts';

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
  /** What the server is asked to log, "info" without it; what is below it is dropped. */
  logLevel: z.enum(LOG_LEVELS, 'a level from "debug" to "emergency"').exactOptional(),
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

export const remoteServerSchema = z.object(
  {
    ...common,
    transport: z.enum(REMOTE_TRANSPORTS),
    /** Whether `transport` was only concluded from the url, so that another may be tried. Not for users to write. */
    detected: flag.default(false),
    url: text,
    headers: textMap.default({}),
    auth: authSchema.exactOptional(),
    /** A command line that prints a JSON object of headers; run at every connection. No shell reads it. */
    headersHelper: commandLine.exactOptional(),
    /** Of `lucenia-sse`: which of its two wires; found from the first event without it. */
    dialect: z.enum(['auto', 'opensearch', 'lucenia'], '"auto", "opensearch" or "lucenia"').default('auto'),
    /** Of `lucenia-sse`: the tools whose calls the server runs asynchronously. `*` stands for anything. */
    asyncTools: textList.exactOptional(),
  },
  'an object',
);

export type StdioServerConfig = z.output<typeof stdioServerSchema>;
export type RemoteServerConfig = z.output<typeof remoteServerSchema>;

/** One MCP server. Its strings may hold `${VAR}`; `expandMcpServer` resolves them at start time. */
export type McpServerConfig = StdioServerConfig | RemoteServerConfig;
