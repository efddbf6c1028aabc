import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import type { OAuthConfig } from '../../config/server-auth.ts';
import type { Authorization } from './discover-authorization.ts';
import { postForm } from './token-request.ts';

type IdentityProvider = NonNullable<OAuthConfig['identityProvider']>;

const ASSERTION_TYPE = 'urn:ietf:params:oauth:token-type:id-jag';
const assertionSchema = z.object({ access_token: z.string(), issued_token_type: z.literal(ASSERTION_TYPE) });

/**
 * Has the company's identity provider turn the user's ID token into an assertion for the authorization server of one MCP
 * server (enterprise-managed authorization, SEP-990). Resolves with the token request that it is good for.
 */
export async function assertIdentity(
  { tokenEndpoint, clientId, clientSecret, idToken }: IdentityProvider,
  { issuer, resource }: Authorization,
  scopes: readonly string[],
  fetchFn: FetchLike,
): Promise<URLSearchParams> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    requested_token_type: ASSERTION_TYPE,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    subject_token: idToken,
    audience: issuer,
    ...(resource === undefined ? {} : { resource }),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  });
  const client = { id: clientId, ...(clientSecret === undefined ? {} : { secret: clientSecret }) };
  const endpoint = new URL(tokenEndpoint);
  const response = await postForm({ endpoint, metadata: undefined, client, form }, fetchFn);
  const { access_token: assertion } = assertionSchema.parse(await response.json());
  return new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
}
