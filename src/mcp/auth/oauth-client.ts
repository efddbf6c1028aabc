import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  type AddClientAuthentication,
  registerClient,
  selectClientAuthMethod,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { OAuthMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import { defined } from '../../core/json.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { Registration, StoredLogin } from './credential-store.ts';
import type { Authorization } from './discover-authorization.ts';
import type { LogInJob } from './oauth-server.ts';

const MAX_SAID_CHARS = 200;

/** Who simse is to an authorization server. */
export interface OAuthClient {
  id: string;
  secret?: string;
  /** How it was told to show the secret when it was registered. */
  method?: string;
  /** Signs in place of a secret. */
  sign?: AddClientAuthentication;
}

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
    throw new SimseError('auth_required', 'only lets registered clients log in', {
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
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = made;
  return defined({ client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method });
}

/** The SDK puts a page that is no JSON behind the status, with the parser's complaint. */
function notRegistered(name: string, error: OAuthError): SimseError {
  const [said = ''] = cleanLine(error.message).split(': Invalid OAuth error response');
  const message = `has a login that did not register simse: ${said.slice(0, MAX_SAID_CHARS)}`;
  return new SimseError('auth_required', message, { hint: registerByHand(name), cause: error });
}

function registerByHand(name: string): string {
  return `Register simse there, then set its "clientId" in "auth" of ${name} in mcp.json.`;
}

/** A program on the user's machine keeps no secret, unless the authorization server insists that it has one. */
function authMethod(supported: readonly string[] = ['none']): string {
  return (
    ['none', 'client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ??
    'none'
  );
}

/** The user's own client, of mcp.json. */
export function configuredClient(
  id: string,
  { clientSecret, privateKey, signingAlgorithm }: OAuthConfig,
): OAuthClient {
  const sign = privateKey === undefined ? undefined : signWith(id, privateKey, signingAlgorithm);
  return defined({ id, secret: clientSecret, sign });
}

function registeredClient(registration: Registration): OAuthClient {
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = registration;
  return defined({ id, secret, method });
}

/** The client that a login was made by. */
export function clientOf({ clientId, registration }: StoredLogin, settings: OAuthConfig): OAuthClient {
  return registration === undefined ? configuredClient(clientId, settings) : registeredClient(registration);
}

/** Adds to a form, or to the headers that it is sent with, who sends it. */
export async function authenticateClient(
  client: OAuthClient,
  endpoint: URL,
  metadata: OAuthMetadata | undefined,
  headers: Headers,
  form: URLSearchParams,
): Promise<void> {
  const { id, secret, method, sign } = client;
  if (sign !== undefined) {
    await sign(headers, form, endpoint, metadata);
    return;
  }
  const information = defined({ client_id: id, client_secret: secret, token_endpoint_auth_method: method });
  const chosen = selectClientAuthMethod(information, metadata?.token_endpoint_auth_methods_supported ?? []);
  if (chosen === 'client_secret_basic' && secret !== undefined) {
    headers.set(
      'authorization',
      `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`,
    );
    return;
  }
  form.set('client_id', id);
  if (chosen === 'client_secret_post' && secret !== undefined) form.set('client_secret', secret);
}

/** As a form writes it (RFC 6749, 2.3.1), so that a colon in it stays its own. */
function encode(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

function signWith(id: string, pem: string, algorithm: string | undefined): AddClientAuthentication {
  const key = readKey(pem);
  return createPrivateKeyJwtAuth({
    issuer: id,
    subject: id,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    alg: algorithm ?? (key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'),
  });
}

/** Any PEM of a private key. In a variable of the environment its line breaks are often written as `\n`. */
function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    // The cause could quote the key.
    throw new SimseError('config', 'has a "privateKey" in mcp.json that is not a PEM private key', {
      hint: 'It begins with -----BEGIN PRIVATE KEY-----.',
    });
  }
}
