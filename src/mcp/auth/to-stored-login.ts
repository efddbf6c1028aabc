import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Authorization } from './discover-authorization.ts';
import type { ClientChoice } from './register-client.ts';
import type { StoredLogin } from './stored-login.ts';

/** A token is renewed this long before it runs out, or a tenth of its time when that is shorter. */
const EARLY_MS = 30_000;
const EARLY_SHARE = 0.1;

interface LogInResult extends ClientChoice {
  server: URL;
  authorization: Authorization;
  scopes: readonly string[];
  tokens: OAuthTokens;
  redirectUri?: string;
}

export function toStoredLogin(result: LogInResult): StoredLogin {
  const { server, authorization, client, registration, scopes, tokens, redirectUri } = result;
  const { url, issuer, resource } = authorization;
  return {
    server: server.href,
    issuer,
    authorizationServer: url,
    ...(resource === undefined ? {} : { resource }),
    clientId: client.id,
    ...(registration === undefined ? {} : { registration }),
    ...(redirectUri === undefined ? {} : { redirectUri }),
    scopes: [...scopes],
    ...tokenFields(tokens),
  };
}

/** The login with new tokens. The refresh token stays where no other came. */
export function withTokens(login: StoredLogin, tokens: OAuthTokens): StoredLogin {
  const { expiresAt: _before, ...rest } = login;
  return { ...rest, ...tokenFields(tokens) };
}

function tokenFields({
  access_token: accessToken,
  refresh_token: refreshToken,
  expires_in: seconds = 0,
  scope,
}: OAuthTokens) {
  const now = Date.now();
  const lifeMs = seconds * 1000;
  const endsAt = now + lifeMs - Math.min(EARLY_MS, lifeMs * EARLY_SHARE);
  return {
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    // One that is over as it comes is taken to last until it is refused.
    ...(lifeMs > 0 ? { expiresAt: endsAt } : {}),
    ...(scope === undefined ? {} : { scopes: scope.split(' ').filter((one) => one !== '') }),
    savedAt: now,
  };
}
