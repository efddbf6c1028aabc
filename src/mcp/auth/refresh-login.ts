import { cleanLine } from '../../core/text/clean-text.ts';
import { rediscover } from './discover-authorization.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { OAuthServer } from './log-in-job.ts';
import { clientOf } from './oauth-client.ts';
import { secretsOf, toLogInFailure } from './oauth-failure.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import type { StoredLogin } from './stored-login.ts';
import { requestTokens } from './token-request.ts';
import { withTokens } from './to-stored-login.ts';
import { trustedHosts } from './trusted-hosts.ts';

/** The client itself is refused, so that nothing of the login is of use. */
const CLIENT_REFUSED = new Set(['invalid_client', 'unauthorized_client']);

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
  const fetchFn = createGuardedFetch({ server: server.url, trustedHosts: trustedHosts(settings), signal });
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
