import { randomBytes } from 'node:crypto';
import {
  prepareAuthorizationCodeRequest,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { SimseError } from '../../core/errors.ts';
import { unlessAborted } from '../../core/abort.ts';
import type { StoredLogin } from './credential-store.ts';
import { type Authorization, chooseScopes } from './discover-authorization.ts';
import { requireSecure } from './guarded-fetch.ts';
import { needsLogIn } from './log-in-refusals.ts';
import {
  type AuthorizationResponse,
  type ExpectedResponse,
  type LoopbackRedirect,
  openLoopbackRedirect,
  readAuthorizationResponse,
} from './loopback-redirect.ts';
import { chooseClient } from './oauth-client.ts';
import { toLogInFailure } from './oauth-failure.ts';
import type { LogInJob } from './oauth-server.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import { requestTokens, toStoredLogin } from './token-request.ts';

/**
 * Has the user log in on a page of the authorization server, which sends the browser back to this machine with a code
 * (OAuth 2.1 with PKCE). Rejects with a SimseError: 'auth_required' when it did not come to that, 'cancelled' when the
 * user declined.
 */
export async function logInWithCode(
  job: LogInJob,
  authorization: Authorization,
  fetchFn: FetchLike,
): Promise<StoredLogin> {
  const { showLogIn, url: server } = job;
  if (showLogIn === null) throw needsLogIn(job.name);
  const { metadata, url, issuer, resource } = authorization;
  const earlier = (await job.store.logins(server.href)).find((login) => login.issuer === issuer);
  const scopes = chooseScopes(job, authorization, true);
  const expected: ExpectedResponse = {
    state: randomBytes(32).toString('base64url'),
    issuer,
    namesIssuer: metadata?.['authorization_response_iss_parameter_supported'] === true,
  };
  await using callback = await openLoopbackRedirect(callbackPorts(job, earlier), expected);
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
  const code = await waitForResponse(job, showLogIn, authorizationUrl, callback, expected);
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

type Waiting = Pick<LogInJob, 'name' | 'signal' | 'timeoutMs' | 'onLogIn'>;

/**
 * Shows the login page and waits for the code that it ends with: by the browser, which comes back to this machine, or by
 * the user, who pastes the address. Rejects when the login is refused, declined, or takes too long.
 */
async function waitForResponse(
  { name, signal, timeoutMs, onLogIn }: Waiting,
  showLogIn: ShowLogIn,
  page: URL,
  callback: LoopbackRedirect,
  expected: ExpectedResponse,
): Promise<string> {
  const ending = new AbortController();
  const until = AbortSignal.any([signal, ending.signal]);
  const hasEnded = onLogIn();
  const timer = setTimeout(() => ending.abort(tooLate(timeoutMs, callback.strays())), timeoutMs);
  try {
    const shown = showLogIn({ server: name, url: page.href }, { signal: until });
    const pasted = shown.then((address) =>
      address === null ? callback.answered : readPasted(address, callback.redirectUri, expected),
    );
    const answer = await unlessAborted(Promise.race([callback.answered, pasted]), until);
    if ('failure' in answer) throw answer.failure;
    return answer.code;
  } finally {
    clearTimeout(timer);
    ending.abort();
    hasEnded();
  }
}

function readPasted(address: string, redirectUri: string, expected: ExpectedResponse): AuthorizationResponse {
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  const isOurs = url !== null && `${url.origin}${url.pathname}` === redirectUri;
  const answer = isOurs ? readAuthorizationResponse(url, expected) : null;
  if (answer !== null) return answer;
  const failure = new SimseError(
    'auth_required',
    'was not logged in to: the pasted address is not the answer to it',
    {
      hint: `The address to paste begins with ${redirectUri}?`,
    },
  );
  return { failure };
}

function tooLate(timeoutMs: number, strays: number): SimseError {
  const others = strays === 0 ? '' : '; an answer to some other login was turned away';
  return new SimseError('auth_required', `was not logged in to within ${timeoutMs / 1000} s${others}`);
}
