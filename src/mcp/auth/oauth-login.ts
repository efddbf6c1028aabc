import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { logInWithCode } from './authorization-code.ts';
import { logInWithClientCredentials, usesClientCredentials } from './client-credentials.ts';
import { isSameIssuer, type StoredLogin } from './credential-store.ts';
import { type Authorization, discoverAuthorization, rediscover } from './discover-authorization.ts';
import { guardedFetchFor } from './guarded-fetch.ts';
import { clientOf } from './oauth-client.ts';
import { OAuthRefusal, secretsOf, toLogInFailure } from './oauth-failure.ts';
import { hasUnattendedGrant, type LogInJob, type OAuthServer } from './oauth-server.ts';
import { postForm, requestTokens, withTokens } from './token-request.ts';

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
    { hint: `If it has moved, write "issuer" into "auth" in mcp.json, or run \`simse mcp logout ${name}\`.` },
  );
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
