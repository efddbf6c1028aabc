import type { OAuthConfig, RemoteServerConfig } from '../../config/mcp-server-config.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import { EVENT_STREAM, JSON_BODY } from '../protocol/http-names.ts';
import { createPlainAccess } from '../transports/plain-access.ts';
import type { RemoteAccess } from '../transports/server-transport.ts';
import { configuredCredentials } from './configured-credentials.ts';
import { createMemoryStore, openCredentialStore } from './credential-store.ts';
import { type Credentials, fetchWithProof, joinHeaders, proofOf } from './credentials.ts';
import { createHeadersHelper } from './headers-helper.ts';
import { hasNoLogIn } from './log-in-refusals.ts';
import { type Challenge, readChallenge } from './oauth-server.ts';
import { OAuthTokens } from './oauth-tokens.ts';

const PING: RequestInit = {
  method: 'POST',
  headers: { 'content-type': JSON_BODY, accept: `${JSON_BODY}, ${EVENT_STREAM}` },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
};

const STREAM: RequestInit = { headers: { accept: EVENT_STREAM } };
const LOG_IN_MS = 10 * 60_000;

/** The way to a remote server with what proves who the user is. One object serves one connection, or one login. */
export interface ServerAccess extends RemoteAccess {
  /**
   * Logs in, whatever is kept of an earlier login. Rejects with SimseError('auth_required'), ('cancelled'), or ('usage')
   * for a server that has no login.
   */
  logIn(showLogIn: ShowLogIn, signal: AbortSignal): Promise<void>;
  /** Forgets the login and revokes it where the authorization server can. Resolves with whether there was one. */
  logOut(): Promise<boolean>;
}

export interface AccessContext {
  /** Where logins are kept for the next run; null keeps them no longer than this object. */
  credentialsDir: string | null;
  /** simse's own environment. */
  env: Readonly<Record<string, string>>;
  /** Where a headersHelper runs. */
  cwd: string;
  /** Without it a login that is needed rejects with SimseError('auth_required'). */
  showLogIn?: ShowLogIn;
  /** Whether it may be called just now; without it always. */
  mayLogIn?: () => boolean;
  /** Told that a person is at the login page, for whoever keeps deadlines. Returns what is called when that has ended. */
  onLogIn?: () => () => void;
  /** How long a person may take; ten minutes without it. */
  logInTimeoutMs?: number;
  /** Takes a line for the debug log; never a secret. */
  log(line: string): void;
}

/** Opens the way to a server. Throws SimseError('config') for an entry that no request can be made with. */
export function openAccess(config: RemoteServerConfig, context: AccessContext): ServerAccess {
  // A WebSocket begins as a request to the same host.
  const url = config.url.replace(/^ws/i, 'http');
  const plain = createPlainAccess({ ...config, url });
  const server = new URL(url);
  server.hash = '';
  const tokens = openTokens(config, server, context);
  const credentials = [...helperOf(config, context), tokens ?? configuredCredentials(config)];
  return {
    fetch(target, init) {
      if (target.origin !== server.origin) return plain.fetch(target, init);
      return fetchWithProof(plain, credentials, target, init);
    },
    headers: async (signal) => joinHeaders([await plain.headers(signal), await proofOf(credentials, signal)]),
    async logIn(showLogIn, signal) {
      if (tokens === null) throw hasNoLogIn();
      await tokens.logIn(await askForChallenge(plain, server, config.transport, signal), showLogIn, signal);
    },
    logOut: async () => tokens !== null && (await tokens.logOut()),
  };
}

function helperOf(config: RemoteServerConfig, { env, cwd }: AccessContext): Credentials[] {
  return config.headersHelper === undefined
    ? []
    : [createHeadersHelper(config.headersHelper, config, { env, cwd })];
}

/** null for a server whose credentials mcp.json gives in another way. */
function openTokens(config: RemoteServerConfig, url: URL, context: AccessContext): OAuthTokens | null {
  const settings = oauthSettings(config);
  if (settings === null) return null;
  const { credentialsDir, showLogIn = null, onLogIn = () => () => {}, logInTimeoutMs, log } = context;
  const { mayLogIn = () => true } = context;
  return new OAuthTokens({
    name: config.name,
    url,
    settings,
    store: credentialsDir === null ? createMemoryStore() : openCredentialStore(credentialsDir),
    showLogIn,
    mayLogIn,
    onLogIn,
    timeoutMs: logInTimeoutMs ?? LOG_IN_MS,
    log,
  });
}

/** How to log in to a server by OAuth: as mcp.json says, or with nothing known when nothing else is shown; else null. */
function oauthSettings({ auth, headers, headersHelper }: RemoteServerConfig): OAuthConfig | null {
  if (auth !== undefined) return auth.type === 'oauth' ? auth : null;
  const showsAnything =
    headersHelper !== undefined ||
    Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  return showsAnything ? null : { type: 'oauth' };
}

/** What a server answers to somebody who is not logged in; empty when it says nothing of a login. */
async function askForChallenge(
  plain: RemoteAccess,
  url: URL,
  transport: RemoteServerConfig['transport'],
  signal: AbortSignal,
): Promise<Challenge> {
  const response = await plain.fetch(url, { ...(transport === 'http' ? PING : STREAM), signal });
  await response.body?.cancel();
  return response.status === 401 ? readChallenge(response) : {};
}
