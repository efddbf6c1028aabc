import type { OAuthConfig } from '../../config/server-auth.ts';
import { isSameIssuer } from './same-issuer.ts';
import type { StoredLogin } from './stored-login.ts';

/** Whether a login is of the client and the authorization server that mcp.json names now. */
export function isUsableLogin(
  { clientId, authorizationServer }: StoredLogin,
  settings: Pick<OAuthConfig, 'clientId' | 'issuer'>,
): boolean {
  if (settings.clientId !== undefined && settings.clientId !== clientId) return false;
  return settings.issuer === undefined || isSameIssuer(settings.issuer, authorizationServer);
}
