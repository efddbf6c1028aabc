import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { type Authorization, discoverAuthorization } from './discover-authorization.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { logInByCode } from './log-in-by-code.ts';
import { logInByItself, logsInByItself } from './log-in-by-itself.ts';
import type { LogInJob } from './log-in-job.ts';
import { mayLogInByItself } from './may-log-in-by-itself.ts';
import { secretsOf, toLogInFailure } from './oauth-failure.ts';
import { isSameIssuer } from './same-issuer.ts';
import type { StoredLogin } from './stored-login.ts';
import { trustedHosts } from './trusted-hosts.ts';

/** Logs in, by the user or by itself, and keeps the login. Rejects with a SimseError. */
export async function obtainLogin(job: LogInJob): Promise<StoredLogin> {
  const { settings, signal, store } = job;
  const fetchFn = createGuardedFetch({ server: job.url, trustedHosts: trustedHosts(settings), signal });
  try {
    const authorization = await discoverAuthorization(job, job.challenge, fetchFn);
    await requireKnownServer(job, authorization);
    const logIn = logsInByItself(settings, authorization) ? logInByItself : logInByCode;
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
  if (settings.issuer !== undefined || !mayLogInByItself(settings)) return;
  const before = (await store.logins(url.href)).find(({ clientId }) => clientId === settings.clientId);
  if (before === undefined || isSameIssuer(before.authorizationServer, found)) return;
  const { authorizationServer } = before;
  throw new SimseError(
    'auth_required',
    `now wants a login at ${cleanLine(found)}, not at ${cleanLine(authorizationServer)}; no secret was sent there`,
    { hint: `If it has moved, write "issuer" into "auth" in mcp.json, or run \`simse mcp logout ${name}\`.` },
  );
}
