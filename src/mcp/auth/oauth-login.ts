import { randomBytes } from 'node:crypto';
import {
  prepareAuthorizationCodeRequest,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { unlessAborted } from '../../core/abort.ts';
import { SimseError } from '../../core/errors.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { logInWithClientCredentials, usesClientCredentials } from './client-credentials.ts';
import { isSameIssuer, type StoredLogin } from './credential-store.ts';
import {
  type Authorization,
  chooseScopes,
  discoverAuthorization,
  rediscover,
} from './discover-authorization.ts';
import { guardedFetchFor, requireSecure } from './guarded-fetch.ts';
import { needsLogIn } from './log-in-refusals.ts';
import {
  type AuthorizationResponse,
  type ExpectedResponse,
  type LoopbackRedirect,
  openLoopbackRedirect,
  readAuthorizationResponse,
} from './loopback-redirect.ts';
import { chooseClient, clientOf } from './oauth-client.ts';
import { OAuthRefusal, secretsOf, toLogInFailure } from './oauth-failure.ts';
import { hasUnattendedGrant, type LogInJob, type OAuthServer } from './oauth-server.ts';
import { postForm, requestTokens, toStoredLogin, withTokens } from './token-request.ts';

/** The client itself is refused, so that nothing of the login is of use. */
const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client']);

/** Logs in, with or without the user, and keeps the login. Rejects with a SimseError. */
export async function obtainLogin(job: LogInJob): Promise<StoredLogin> {
  const { settings, signal, store } = job;
  const fetchFn = guardedFetchFor(job, signal);
  try {
    const authorization = await discoverAuthorization(job, job.challenge, fetchFn);
    await requireKnownServer(job, authorization);
    const logIn = usesClientCredentials(settings, authorization) ? logInWithClientCredentials : logInWithCode;
    const login = await logIn(job, authorization, fetchFn);
    await store.save(login);
    job.log(`logged in at ${cleanLine(login.issuer)}`);
    return login;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toLogInFailure(error, secretsOf(settings));
  }
}

/**
 * Who has the user's secret once is the only one that gets it: a server that was taken over could name another. What the
 * user names as "issuer" was looked at when it was discovered.
 */
async function requireKnownServer(
  { url, settings, store, name }: LogInJob,
  { url: found }: Authorization,
): Promise<void> {
  if (settings.issuer !== undefined || !hasUnattendedGrant(settings)) return;
  const before = (await store.logins(url.href)).find(({ clientId }) => clientId === settings.clientId);
  if (before === undefined || isSameIssuer(before.authorizationServer, found)) return;
  const { authorizationServer } = before;
  throw new SimseError(
    'auth_required',
    `now asks for a login at ${cleanLine(found)}, not at ${cleanLine(authorizationServer)}; no secret was sent there`,
    { hint: `If it has moved, set "issuer" in "auth" in mcp.json, or run \`simse mcp logout ${name}\`.` },
  );
}

/**
 * Has the user log in on a page of the authorization server, which sends the browser back to this machine with a code
 * (OAuth 2.1 with PKCE). Rejects with a SimseError: 'auth_required' when it did not come to that, 'cancelled' when the
 * user declined.
 */
async function logInWithCode(
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

/**
 * A login with new tokens, kept; null when it cannot be renewed any more. Rejects with a SimseError when it could not be
 * found out. To be run under the store's lock.
 */
export async function refreshLogin(
  server: OAuthServer,
  login: StoredLogin,
  signal: AbortSignal,
): Promise<StoredLogin | null> {
  const { settings, store } = server;
  const { refreshToken, authorizationServer: url, resource } = login;
  if (refreshToken === undefined) return null;
  const client = clientOf(login, settings);
  const fetchFn = guardedFetchFor(server, signal);
  try {
    const metadata = await rediscover(login, fetchFn);
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
    const tokens = await requestTokens({ url, metadata, resource }, client, form, fetchFn);
    const renewed = withTokens(login, tokens);
    await store.save(renewed);
    server.log('the login was renewed');
    return renewed;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof OAuthRefusal) || error.isPassing)
      throw toLogInFailure(error, [refreshToken, client.secret, ...secretsOf(settings)]);
    server.log(`the login cannot be renewed: ${cleanLine(error.code ?? '')}`);
    await giveUp(server, login, error);
    return null;
  }
}

/** Keeps the registration for the next login, unless it is what was refused. */
async function giveUp({ store }: OAuthServer, login: StoredLogin, { code }: OAuthRefusal): Promise<void> {
  const { refreshToken: _, ...rest } = login;
  if (CLIENT_REFUSED.has(code ?? '')) await store.remove(login);
  else await store.save(rest);
}

/** Has the authorization server forget the tokens (RFC 7009), where it can. Resolves with whether it has. */
export async function revokeLogin(
  server: OAuthServer,
  login: StoredLogin,
  signal: AbortSignal,
): Promise<boolean> {
  const fetchFn = guardedFetchFor(server, signal);
  const metadata = await rediscover(login, fetchFn);
  if (metadata?.revocation_endpoint === undefined) return false;
  const client = clientOf(login, server.settings);
  const endpoint = new URL(metadata.revocation_endpoint);
  for (const [hint, token] of [
    ['refresh_token', login.refreshToken],
    ['access_token', login.accessToken],
  ] as const) {
    if (token === undefined) continue;
    const form = new URLSearchParams({ token, token_type_hint: hint });
    await postForm({ endpoint, metadata, client, form }, fetchFn);
  }
  return true;
}
