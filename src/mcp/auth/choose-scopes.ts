import type { Authorization } from './discover-authorization.ts';
import type { LogInJob } from './log-in-job.ts';

/** Lets an authorization server give out a token that renews the login. */
const OFFLINE_ACCESS = 'offline_access';

/**
 * What to ask for: what mcp.json says, else what the refused request needs and was granted before, else all that the
 * server names; empty for the authorization server's own choice.
 */
export function chooseScopes(
  { settings, challenge, granted }: LogInJob,
  { scopes: named, metadata }: Authorization,
  isForUser: boolean,
): string[] {
  if (settings.scopes !== undefined) return settings.scopes;
  const scopes = new Set([...granted, ...(challenge.scopes ?? named ?? [])]);
  if (isForUser && scopes.size > 0 && metadata?.scopes_supported?.includes(OFFLINE_ACCESS) === true)
    scopes.add(OFFLINE_ACCESS);
  return [...scopes];
}
