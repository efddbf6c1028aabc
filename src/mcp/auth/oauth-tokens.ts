import { messageOf } from '../../core/errors.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import { isUsableLogin, type StoredLogin } from './credential-store.ts';
import type { Credentials, ProofHeaders, RefusedRequest } from './credentials.ts';
import { freshLogInRefused, needsLogIn, passwordWanted, scopeRefused } from './log-in-refusals.ts';
import {
  asksForPassword,
  type Challenge,
  hasUnattendedGrant,
  type LogInJob,
  type OAuthServer,
  readChallenge,
} from './oauth-server.ts';
import { createSingleFlight } from './single-flight.ts';

/** How long a revocation may keep a logout waiting. */
const REVOKE_MS = 10_000;

export interface OAuthContext extends OAuthServer, Pick<LogInJob, 'showLogIn' | 'onLogIn' | 'timeoutMs'> {
  /** Whether the user may be asked just now. */
  mayLogIn(): boolean;
}

type Wanted = Pick<LogInJob, 'challenge' | 'granted' | 'anew' | 'showLogIn'>;

/**
 * Tokens of OAuth: those that are kept, renewed when they run out or are refused, and new ones by a login when there is no
 * other way. What many requests need at the same time is done once. The code that talks to authorization servers is loaded
 * when it is first needed.
 */
export class OAuthTokens implements Credentials {
  readonly #context: OAuthContext;
  readonly #renewing = createSingleFlight<StoredLogin | null>();
  readonly #loggingIn = createSingleFlight<StoredLogin>();
  /** Scopes that a login did not bring, so that nobody is asked for them with every request. */
  readonly #missing = new Set<string>();
  /** undefined until the store has been asked. */
  #login: StoredLogin | null | undefined;

  constructor(context: OAuthContext) {
    this.#context = context;
  }

  async headers(signal: AbortSignal): Promise<ProofHeaders> {
    const login = await this.#current(signal);
    return login === null ? {} : { authorization: bearer(login) };
  }

  async renew({ response, sent, tried, signal }: RefusedRequest): Promise<boolean> {
    const challenge = readChallenge(response);
    const lacksScope = response.status === 403 && challenge.error === 'insufficient_scope';
    if (response.status !== 401 && !lacksScope) return false;
    const refused = sent['authorization'];
    if (isFirst(tried, 'newer token') && this.#hasOtherThan(refused)) return true;
    if (lacksScope) return this.#stepUp(challenge, tried, signal);
    if (isFirst(tried, 'renewed token') && (await this.#renew(refused, signal)) !== null) return true;
    if (asksForPassword(response)) throw passwordWanted(this.#context.name);
    if (!isFirst(tried, 'login')) throw freshLogInRefused();
    await this.#logIn({ challenge, granted: [] }, signal);
    return true;
  }

  /** Whatever is kept. Rejects with a SimseError. */
  async logIn(challenge: Challenge, showLogIn: ShowLogIn, signal: AbortSignal): Promise<void> {
    this.#login = await this.#obtain({ challenge, granted: [], anew: true, showLogIn }, signal);
    this.#missing.clear();
  }

  /** Resolves with whether there was a login. Rejects with SimseError('store_failed'). */
  async logOut(): Promise<boolean> {
    const { store, url, log } = this.#context;
    const logins = await store.logins(url.href);
    for (const login of logins) {
      const { revokeLogin } = await import('./oauth-login.ts');
      try {
        const revoked = await revokeLogin(this.#context, login, AbortSignal.timeout(REVOKE_MS));
        log(revoked ? 'the login was revoked' : 'the authorization server revokes no logins');
      } catch (error) {
        log(`the login could not be revoked: ${messageOf(error)}`);
      }
    }
    this.#login = null;
    if (logins.length > 0) await store.remove({ server: url.href });
    return logins.length > 0;
  }

  async #current(signal: AbortSignal): Promise<StoredLogin | null> {
    const login = this.#login === undefined ? await this.#firstRead() : this.#login;
    if (login?.expiresAt === undefined || login.expiresAt > Date.now()) return login;
    if (login.refreshToken === undefined) return login;
    try {
      return await this.#renew(bearer(login), signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // The server may take the old one still, and when it does not, this is tried again and then told.
      this.#context.log(messageOf(error));
      return login;
    }
  }

  /** A store that is broken keeps nobody from a server that needs no login; it is told when one is needed. */
  async #firstRead(): Promise<StoredLogin | null> {
    this.#login = await this.#kept().catch((error: unknown) => {
      this.#context.log(messageOf(error));
      return null;
    });
    return this.#login;
  }

  async #kept(): Promise<StoredLogin | null> {
    const { store, url, settings } = this.#context;
    const logins = await store.logins(url.href);
    return logins.find((login) => isUsableLogin(login, settings)) ?? null;
  }

  #hasOtherThan(refused: string | undefined): boolean {
    return this.#login !== undefined && this.#login !== null && bearer(this.#login) !== refused;
  }

  /** What somebody else has renewed meanwhile, else what is renewed now; null when there is nothing to renew. */
  async #renew(refused: string | undefined, signal: AbortSignal): Promise<StoredLogin | null> {
    const { store, url } = this.#context;
    return this.#renewing.run(async (ending) => {
      if ((await this.#kept()) === null) return (this.#login = null);
      return store.exclusively(url.href, async () => {
        const kept = await this.#kept();
        const isRefused = kept !== null && bearer(kept) === refused;
        const { refreshLogin } = await import('./oauth-login.ts');
        this.#login = isRefused ? await refreshLogin(this.#context, kept, ending) : kept;
        return this.#login;
      });
    }, signal);
  }

  async #stepUp(challenge: Challenge, tried: Set<string>, signal: AbortSignal): Promise<boolean> {
    const { settings, name } = this.#context;
    const scopes = challenge.scopes ?? [];
    const key = scopes.join(' ');
    const isHopeless = scopes.length === 0 || settings.scopes !== undefined || this.#missing.has(key);
    if (isHopeless || !isFirst(tried, 'more scopes')) {
      this.#missing.add(key);
      throw scopeRefused(name, scopes, settings.scopes !== undefined);
    }
    await this.#logIn({ challenge, granted: this.#login?.scopes ?? [] }, signal);
    return true;
  }

  async #logIn(wanted: Pick<Wanted, 'challenge' | 'granted'>, signal: AbortSignal): Promise<void> {
    const { settings, name } = this.#context;
    const showLogIn = this.#context.mayLogIn() ? this.#context.showLogIn : null;
    if (showLogIn === null && !hasUnattendedGrant(settings)) throw needsLogIn(name);
    this.#login = await this.#loggingIn.run(
      (ending) => this.#obtain({ ...wanted, anew: false, showLogIn }, ending),
      signal,
    );
  }

  async #obtain(wanted: Wanted, signal: AbortSignal): Promise<StoredLogin> {
    const { obtainLogin } = await import('./oauth-login.ts');
    return obtainLogin({ ...this.#context, ...wanted, signal });
  }
}

/** Notes that something is tried for a request now; false when it was before. */
function isFirst(tried: Set<string>, what: string): boolean {
  if (tried.has(what)) return false;
  tried.add(what);
  return true;
}

function bearer({ accessToken }: StoredLogin): string {
  return `Bearer ${accessToken}`;
}
