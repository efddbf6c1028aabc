import * as z from 'zod';

const text = z.string().min(1);

/** A client that an authorization server has made for simse. */
const registrationSchema = z.object({
  client_id: text,
  client_secret: text.exactOptional(),
  /** Epoch seconds; 0 is never. */
  client_secret_expires_at: z.number().exactOptional(),
  token_endpoint_auth_method: text.exactOptional(),
});
export type Registration = z.output<typeof registrationSchema>;

export const storedLoginSchema = z.object({
  /** The address of the MCP server, and who issued the tokens: together the key. */
  server: text,
  issuer: text,
  /** Where the authorization server's metadata is looked for. */
  authorizationServer: text,
  /** What the tokens are for, in the server's own words. */
  resource: text.exactOptional(),
  clientId: text,
  /** Without it the client is the user's own, of mcp.json. */
  registration: registrationSchema.exactOptional(),
  redirectUri: text.exactOptional(),
  /** What was asked for or granted. */
  scopes: z.array(text),
  accessToken: text,
  refreshToken: text.exactOptional(),
  /** Epoch milliseconds. */
  expiresAt: z.number().exactOptional(),
  savedAt: z.number(),
});

/** What simse keeps of a login at a server. */
export type StoredLogin = z.output<typeof storedLoginSchema>;
