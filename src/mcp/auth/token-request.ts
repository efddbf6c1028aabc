import { type OAuthTokens, OAuthTokensSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SimseError } from '../../core/errors.ts';
import type { Authorization } from './discover-authorization.ts';
import { isHeaderValue } from './is-header-value.ts';
import { authenticateClient, type OAuthClient } from './oauth-client.ts';
import { readRefusal } from './oauth-refusal.ts';

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
  throw new SimseError(
    'protocol',
    'has an authorization server that gives out something else than bearer tokens',
  );
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
    accept: 'application/json',
  });
  await authenticateClient(client, endpoint, metadata, headers, form);
  const response = await fetchFn(endpoint, { method: 'POST', headers, body: form.toString() });
  if (!response.ok) throw await readRefusal(response);
  return response;
}
