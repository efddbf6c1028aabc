import { registerClient } from '@modelcontextprotocol/sdk/client/auth.js';
import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import type { Authorization } from './discover-authorization.ts';
import type { LogInJob } from './log-in-job.ts';
import { configuredClient, type OAuthClient, registeredClient } from './oauth-client.ts';
import type { Registration, StoredLogin } from './stored-login.ts';

const MAX_CHARS = 200;

/** A client, and its registration when it is not the user's own. */
export interface ClientChoice {
  client: OAuthClient;
  registration?: Registration;
}

/**
 * Who simse is to an authorization server: the client of mcp.json, the address of a metadata document, an earlier
 * registration with the same callback, or a new one. Rejects with SimseError('auth_required') when none of them will do.
 */
export async function chooseClient(
  { settings, name, anew }: Pick<LogInJob, 'settings' | 'name' | 'anew'>,
  authorization: Authorization,
  earlier: StoredLogin | undefined,
  callback: { redirectUri: string; scopes: readonly string[] },
  fetchFn: FetchLike,
): Promise<ClientChoice> {
  const { clientId, clientMetadataUrl } = settings;
  if (clientId !== undefined) return { client: configuredClient(clientId, settings) };
  if (
    clientMetadataUrl !== undefined &&
    authorization.metadata?.client_id_metadata_document_supported === true
  )
    return { client: configuredClient(clientMetadataUrl, settings) };
  const known = anew ? undefined : usableRegistration(earlier, callback.redirectUri);
  const registration = known ?? (await register(name, authorization, callback, fetchFn));
  return { client: registeredClient(registration), registration };
}

function usableRegistration(earlier: StoredLogin | undefined, redirectUri: string): Registration | undefined {
  if (earlier?.registration === undefined || earlier.redirectUri !== redirectUri) return undefined;
  const { client_secret_expires_at: expiresAt = 0 } = earlier.registration;
  return expiresAt === 0 || expiresAt * 1000 > Date.now() ? earlier.registration : undefined;
}

async function register(
  name: string,
  { url, metadata }: Authorization,
  { redirectUri, scopes }: { redirectUri: string; scopes: readonly string[] },
  fetchFn: FetchLike,
): Promise<Registration> {
  if (metadata !== undefined && metadata.registration_endpoint === undefined) {
    throw new SimseError('auth_required', 'has a login that takes no client which it does not know', {
      hint: registerByHand(name),
    });
  }
  const clientMetadata = {
    client_name: 'simse',
    application_type: 'native',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: authMethod(metadata?.token_endpoint_auth_methods_supported),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
  };
  const made = await registerClient(url, {
    ...(metadata === undefined ? {} : { metadata }),
    clientMetadata,
    fetchFn,
  }).catch((error: unknown) => {
    throw error instanceof OAuthError ? notRegistered(name, error) : error;
  });
  return {
    client_id: made.client_id,
    ...(made.client_secret === undefined ? {} : { client_secret: made.client_secret }),
    ...(made.client_secret_expires_at === undefined
      ? {}
      : { client_secret_expires_at: made.client_secret_expires_at }),
    ...(made.token_endpoint_auth_method === undefined
      ? {}
      : { token_endpoint_auth_method: made.token_endpoint_auth_method }),
  };
}

/** The SDK puts a page that is no JSON behind the status, with the parser's complaint. */
function notRegistered(name: string, error: OAuthError): SimseError {
  const [said = ''] = cleanLine(error.message).split(': Invalid OAuth error response');
  const message = `has a login that did not register simse: ${said.slice(0, MAX_CHARS)}`;
  return new SimseError('auth_required', message, { hint: registerByHand(name), cause: error });
}

function registerByHand(name: string): string {
  return `Register simse there, then write its "clientId" into "auth" of ${name} in mcp.json.`;
}

/** A program on the user's machine keeps no secret, unless the authorization server insists that it has one. */
function authMethod(supported: readonly string[] = ['none']): string {
  return (
    ['none', 'client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ??
    'none'
  );
}
