import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import type { OAuthConfig } from '../../config/server-auth.ts';

/** How to log in at a server by OAuth: as mcp.json says, or with nothing known when nothing else is shown; else null. */
export function oauthSettings({ auth, headers, headersHelper }: RemoteServerConfig): OAuthConfig | null {
  if (auth !== undefined) return auth.type === 'oauth' ? auth : null;
  const showsAnything =
    headersHelper !== undefined ||
    Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return showsAnything ? null : { type: 'oauth' };
}
