import { rediscover } from './discover-authorization.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { OAuthServer } from './log-in-job.ts';
import { clientOf } from './oauth-client.ts';
import type { StoredLogin } from './stored-login.ts';
import { postForm } from './token-request.ts';
import { trustedHosts } from './trusted-hosts.ts';

/** Has the authorization server forget the tokens (RFC 7009), where it can. Resolves with whether it has. */
export async function revokeLogin(
  { url, settings }: OAuthServer,
  login: StoredLogin,
  signal: AbortSignal,
): Promise<boolean> {
  const fetchFn = createGuardedFetch({ server: url, trustedHosts: trustedHosts(settings), signal });
  const metadata = await rediscover(login, fetchFn);
  if (metadata?.revocation_endpoint === undefined) return false;
  const client = clientOf(login, settings);
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
