import type { OAuthConfig } from '../../config/server-auth.ts';

/** Whether simse could log in with what mcp.json says, and nobody be asked. */
export function mayLogInByItself({
  grant,
  identityProvider,
  clientSecret,
  privateKey,
}: OAuthConfig): boolean {
  if (identityProvider !== undefined) return true;
  if (grant !== undefined) return grant === 'client_credentials';
  return clientSecret !== undefined || privateKey !== undefined;
}
