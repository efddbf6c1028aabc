import { type OAuthTokens, OAuthTokensSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SimseError } from '../../core/errors.ts';
import { defined } from '../../core/json.ts';
import { JSON_BODY } from '../protocol/http-names.ts';
import type { StoredLogin } from './credential-store.ts';
import { isHeaderValue } from './credentials.ts';
import type { Authorization } from './discover-authorization.ts';
import { authenticateClient, type ClientChoice, type OAuthClient } from './oauth-client.ts';
import { readOAuthRefusal } from './oauth-failure.ts';

/** A token is renewed this long before it runs out, or a tenth of its time when that is shorter. */
const EARLY_MS = 30_000;
const EARLY_SHARE = 0.1;

type TokenSource = Pick<Authorization, 'url' | 'metadata' | 'resource'>;

/** Asks an authorization server for tokens. Rejects with an OAuthRefusal when it refuses. */
export async function requestTokens(
  { url, metadata, resource }: TokenSource,
  client: OAuthClient,
  form: URLSearchParams,
  fetchFn: FetchLike,
): Promise<OAuthTokens> {
  const endpoint = new URL(metadata?.token_endpoint ?? new URL('/token', url));
  if (resource !== undefined) form.set('resource', resource);
  const response = await postForm({ endpoint, metadata, client, form }, fetchFn);
  const tokens = OAuthTokensSchema.parse(await response.json());
  const isBearer = tokens.token_type.toLowerCase() === 'bearer' && isHeaderValue(tokens.access_token);
  if (isBearer) return tokens;
  throw new SimseError('protocol', 'has an authorization server that issues tokens other than bearer tokens');
}

interface FormPost {
  endpoint: URL;
  metadata: Authorization['metadata'];
  client: OAuthClient;
  form: URLSearchParams;
}

/** Sends a form in the name of a client. Rejects with an OAuthRefusal for every answer but success. */
export async function postForm(
  { endpoint, metadata, client, form }: FormPost,
  fetchFn: FetchLike,
): Promise<Response> {
  const headers = new Headers({
    'content-type': 'application/x-www-form-urlencoded',
    accept: JSON_BODY,
  });
  await authenticateClient(client, endpoint, metadata, headers, form);
  const response = await fetchFn(endpoint, { method: 'POST', headers, body: form.toString() });
  if (!response.ok) throw await readOAuthRefusal(response);
  return response;
}

interface LogInResult extends ClientChoice {
  server: URL;
  authorization: Authorization;
  scopes: readonly string[];
  tokens: OAuthTokens;
  redirectUri?: string;
}

export function toStoredLogin(result: LogInResult): StoredLogin {
  const { server, authorization, client, registration, scopes, tokens, redirectUri } = result;
  const { url, issuer, resource } = authorization;
  return defined({
    server: server.href,
    issuer,
    authorizationServer: url,
    resource,
    clientId: client.id,
    registration,
    redirectUri,
    scopes: [...scopes],
    ...tokenFields(tokens),
  });
}

/** The login with new tokens. The refresh token stays where no other came. */
export function withTokens(login: StoredLogin, tokens: OAuthTokens): StoredLogin {
  const { expiresAt: _before, ...rest } = login;
  return { ...rest, ...tokenFields(tokens) };
}

function tokenFields({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: seconds = 0,
  scope,
}: OAuthTokens) {
  const now = Date.now();
  const lifeMs = seconds * 1000;
  const endsAt = now + lifeMs - Math.min(EARLY_MS, lifeMs * EARLY_SHARE);
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    // One that is over as it comes is taken to last until it is refused.
    ...(lifeMs > 0 ? { expiresAt: endsAt } : {}),
    ...(scope === undefined ? {} : { scopes: scope.split(' ').filter((one) => one !== '') }),
    savedAt: now,
  };
}
