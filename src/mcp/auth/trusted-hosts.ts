import type { OAuthConfig } from '../../config/server-auth.ts';

/** The hosts beside the server that the user has named, with their ports. */
export function trustedHosts({ issuer, identityProvider }: OAuthConfig): string[] {
  return [issuer, identityProvider?.tokenEndpoint].flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address).host] : [],
  );
}
