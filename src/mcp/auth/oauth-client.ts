import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  type AddClientAuthentication,
  selectClientAuthMethod,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { createPrivateKeyJwtAuth } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import type { OAuthMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { OAuthConfig } from '../../config/server-auth.ts';
import { SimseError } from '../../core/errors.ts';
import type { Registration, StoredLogin } from './stored-login.ts';

/** Who simse is to an authorization server. */
export interface OAuthClient {
  id: string;
  secret?: string;
  /** How it was told to show the secret when it was registered. */
  method?: string;
  /** Signs in place of a secret. */
  sign?: AddClientAuthentication;
}

/** The user's own client, of mcp.json. */
export function configuredClient(
  id: string,
  { clientSecret, privateKey, signingAlgorithm }: OAuthConfig,
): OAuthClient {
  return {
    id,
    ...(clientSecret === undefined ? {} : { secret: clientSecret }),
    ...(privateKey === undefined ? {} : { sign: signWith(id, privateKey, signingAlgorithm) }),
  };
}

export function registeredClient(registration: Registration): OAuthClient {
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = registration;
  return {
    id,
    ...(secret === undefined ? {} : { secret }),
    ...(method === undefined ? {} : { method }),
  };
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
  const information = {
    client_id: id,
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  };
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
    throw new SimseError('config', 'has a "privateKey" in mcp.json that is no private key in PEM', {
      hint: 'It begins with -----BEGIN PRIVATE KEY-----.',
    });
  }
}
