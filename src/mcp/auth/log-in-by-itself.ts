import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { OAuthConfig } from '../../config/server-auth.ts';
import { SimseError } from '../../core/errors.ts';
import { assertIdentity } from './assert-identity.ts';
import { chooseScopes } from './choose-scopes.ts';
import type { Authorization } from './discover-authorization.ts';
import type { LogInJob } from './log-in-job.ts';
import { mayLogInByItself } from './may-log-in-by-itself.ts';
import { configuredClient } from './oauth-client.ts';
import type { StoredLogin } from './stored-login.ts';
import { requestTokens } from './token-request.ts';
import { toStoredLogin } from './to-stored-login.ts';

const CLIENT_CREDENTIALS = 'client_credentials';

/** Whether nobody is to be asked: mcp.json says so, or the authorization server offers no other way. */
export function logsInByItself(settings: OAuthConfig, { metadata }: Authorization): boolean {
  if (!mayLogInByItself(settings)) return false;
  if (settings.identityProvider !== undefined || settings.grant !== undefined) return true;
  const offered = metadata?.grant_types_supported ?? ['authorization_code'];
  return offered.includes(CLIENT_CREDENTIALS) && !offered.includes('authorization_code');
}

/** Logs in with a secret or a key of mcp.json, or with what the company's identity provider says of the user. */
export async function logInByItself(
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
      : await assertIdentity(settings.identityProvider, authorization, scopes, fetchFn);
  if (scopes.length > 0) form.set('scope', scopes.join(' '));
  const tokens = await requestTokens(authorization, client, form, fetchFn);
  return toStoredLogin({ server, authorization, client, scopes, tokens });
}
