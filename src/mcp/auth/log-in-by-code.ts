import { randomBytes } from 'node:crypto';
import {
  prepareAuthorizationCodeRequest,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { openCallback } from './callback-server.ts';
import { chooseScopes } from './choose-scopes.ts';
import type { Authorization } from './discover-authorization.ts';
import { requireSecure } from './guarded-fetch.ts';
import type { LogInJob } from './log-in-job.ts';
import { needsLogIn } from './log-in-refusals.ts';
import { toLogInFailure } from './oauth-failure.ts';
import type { ExpectedAnswer } from './read-answer.ts';
import { chooseClient } from './register-client.ts';
import type { StoredLogin } from './stored-login.ts';
import { requestTokens } from './token-request.ts';
import { toStoredLogin } from './to-stored-login.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/**
 * Has the user log in on a page of the authorization server, which sends the browser back to this machine with a code
 * (OAuth 2.1 with PKCE). Rejects with a SimseError: 'auth_required' when it did not come to that, 'cancelled' when the
 * user declined.
 */
export async function logInByCode(
  job: LogInJob,
  authorization: Authorization,
  fetchFn: FetchLike,
): Promise<StoredLogin> {
  const { showLogIn, url: server } = job;
  if (showLogIn === null) throw needsLogIn(job.name);
  const { metadata, url, issuer, resource } = authorization;
  const earlier = (await job.store.logins(server.href)).find((login) => login.issuer === issuer);
  const scopes = chooseScopes(job, authorization, true);
  const expected: ExpectedAnswer = {
    state: randomBytes(32).toString('base64url'),
    issuer,
    namesIssuer: metadata?.['authorization_response_iss_parameter_supported'] === true,
  };
  await using callback = await openCallback(callbackPorts(job, earlier), expected);
  const { redirectUri } = callback;
  const chosen = await chooseClient(job, authorization, earlier, { redirectUri, scopes }, fetchFn);
  const { authorizationUrl, codeVerifier } = await startAuthorization(url, {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: { client_id: chosen.client.id },
    redirectUrl: redirectUri,
    scope: scopes.join(' '),
    state: expected.state,
    ...(resource === undefined ? {} : { resource }),
  });
  requireSecure(authorizationUrl);
  const code = await waitForAnswer(job, showLogIn, authorizationUrl, callback, expected);
  const form = prepareAuthorizationCodeRequest(code, codeVerifier, redirectUri);
  try {
    const tokens = await requestTokens(authorization, chosen.client, form, fetchFn);
    return toStoredLogin({ server, authorization, ...chosen, scopes, tokens, redirectUri });
  } catch (error) {
    throw toLogInFailure(error, [code, codeVerifier, chosen.client.secret]);
  }
}

/** A registration holds for its callback, so that the port of an earlier one comes first. */
function callbackPorts({ settings }: LogInJob, earlier: StoredLogin | undefined): number[] {
  if (settings.callbackPort !== undefined) return [settings.callbackPort];
  const port = earlier?.redirectUri === undefined ? 0 : Number(new URL(earlier.redirectUri).port);
  return port === 0 ? [0] : [port, 0];
}
