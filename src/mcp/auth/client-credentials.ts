import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import type { OAuthConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { StoredLogin } from './credential-store.ts';
import { type Authorization, chooseScopes } from './discover-authorization.ts';
import { configuredClient } from './oauth-client.ts';
import { hasUnattendedGrant, type LogInJob } from './oauth-server.ts';
import { postForm, requestTokens, toStoredLogin } from './token-request.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:token-type:id-jag';
const assertionSchema = z.object({ access_token: z.string(), issued_token_type: z.literal(ASSERTION_TYPE) });
const CLIENT_CREDENTIALS = 'client_credentials';

/** Whether nobody is to be asked: mcp.json says so, or the authorization server offers no other way. */
export function usesClientCredentials(settings: OAuthConfig, { metadata }: Authorization): boolean {
  if (!hasUnattendedGrant(settings)) return false;
  if (settings.identityProvider !== undefined || settings.grant !== undefined) return true;
  const offered = metadata?.grant_types_supported ?? ['authorization_code'];
  return offered.includes(CLIENT_CREDENTIALS) && !offered.includes('authorization_code');
}

/** Logs in with a secret or a key of mcp.json, or with what the company's identity provider says of the user. */
export async function logInWithClientCredentials(
  job: LogInJob,
  authorization: Authorization,
  fetchFn: FetchLike,
): Promise<StoredLogin> {
  const { settings, url: server } = job;
  if (settings.clientId === undefined) {
    throw new SimseError(
      'config',
      'needs the "clientId" of a client that was registered, in "auth" of mcp.json',
    );
  }
  const client = configuredClient(settings.clientId, settings);
  const scopes = chooseScopes(job, authorization, false);
  const form =
    settings.identityProvider === undefined
      ? new URLSearchParams({ grant_type: CLIENT_CREDENTIALS })
      : await exchangeIdToken(settings.identityProvider, authorization, scopes, fetchFn);
  if (scopes.length > 0) form.set('scope', scopes.join(' '));
  const tokens = await requestTokens(authorization, client, form, fetchFn);
  return toStoredLogin({ server, authorization, client, scopes, tokens });
}

type IdentityProvider = NonNullable<OAuthConfig['identityProvider']>;

/**
 * Has the company's identity provider turn the user's ID token into an assertion for the authorization server of one MCP
 * server (enterprise-managed authorization, SEP-990). Resolves with the token request that it is good for.
 */
async function exchangeIdToken(
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
