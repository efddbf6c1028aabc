import * as z from 'zod';
import type { JsonPath } from './config-problem.ts';
import { text, textList } from './fields.ts';

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
export const authSchema = z.discriminatedUnion(
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
