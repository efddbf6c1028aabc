import * as z from 'zod';
import { LOG_LEVELS } from '../core/ports/mcp-host.ts';
import { commandLineText, flag, milliseconds, text, textList, textMap } from './check-shape.ts';
import type { JsonPath } from './config-problem.ts';
import { REMOTE_TRANSPORTS } from './mcp-transports.ts';

/** Signs a company's employees in at all its applications, so that none of them asks for a login of its own. */
const identityProviderSchema = z.strictObject(
  {
    tokenEndpoint: text,
    /** As the identity provider knows simse. */
    clientId: text,
    clientSecret: text.exactOptional(),
    /** The user's ID token, as `${ID_TOKEN}`. */
    idToken: text,
  },
  'an object',
);

const oauthSchema = z.strictObject({
  type: z.literal('oauth'),
  /** A client that was registered beforehand. */
  clientId: text.exactOptional(),
  clientSecret: text.exactOptional(),
  /** PEM, to sign with in place of a client secret. */
  privateKey: text.exactOptional(),
  signingAlgorithm: text.exactOptional(),
  /** The https address of a client-id metadata document. */
  clientMetadataUrl: text.exactOptional(),
  /** The authorization server to log in at; no other is asked or told anything. */
  issuer: text.exactOptional(),
  /** Asked for in place of those that the server names. */
  scopes: textList.exactOptional(),
  /** Of the loopback callback; any free one without it. */
  callbackPort: z.int('a port').min(1, 'a port').max(65_535, 'a port').exactOptional(),
  /** Whether a user logs in or simse by itself; without it, what the authorization server offers. */
  grant: z
    .enum(['authorization_code', 'client_credentials'], '"authorization_code" or "client_credentials"')
    .exactOptional(),
  identityProvider: identityProviderSchema.exactOptional(),
});

/** How simse shows a server who it is. Without it: the headers, and OAuth when the server asks for a login. */
const authSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('none') }),
    z.strictObject({ type: z.literal('basic'), username: text, password: text }),
    z.strictObject({ type: z.literal('bearer'), token: text }),
    oauthSchema,
  ],
  'an object with a "type" of "none", "basic", "bearer" or "oauth"',
);

/** The keys that `auth`, or an object within it, may have when it is of this type. */
export function authKeys(type: unknown, path: JsonPath): string[] {
  if (path.includes('identityProvider')) return Object.keys(identityProviderSchema.shape);
  const option = authSchema.options.find(({ shape }) => shape.type.value === type);
  return option === undefined ? [] : Object.keys(option.shape);
}

export type ServerAuth = z.output<typeof authSchema>;
export type OAuthConfig = z.output<typeof oauthSchema>;

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
    headersHelper: commandLineText.exactOptional(),
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
