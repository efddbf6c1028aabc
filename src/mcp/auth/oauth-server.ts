import type { OAuthConfig } from '../../config/mcp-server-config.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import type { CredentialStore } from './credential-store.ts';

/** What a server says of the login that it wants. */
export interface Challenge {
  /** Where it describes itself (RFC 9728), when it says so. */
  resourceMetadataUrl?: URL;
  /** What the request needs. */
  scopes?: string[];
  /** Why credentials were refused, as `insufficient_scope`. */
  error?: string;
}

/** What all parts of OAuth know of the server that somebody logs in to. */
export interface OAuthServer {
  /** The server's name in the config. */
  name: string;
  url: URL;
  /** Of mcp.json; nothing but its type where nothing is configured. */
  settings: OAuthConfig;
  store: CredentialStore;
  /** Never given a secret. */
  log(line: string): void;
}

/** One login. */
export interface LogInJob extends OAuthServer {
  challenge: Challenge;
  /** Scopes to keep beside those of the challenge. */
  granted: readonly string[];
  /** Whether what was registered for an earlier login is left alone. */
  anew: boolean;
  /** null while nobody can be asked. */
  showLogIn: ShowLogIn | null;
  /** Told that a person is at the login page; returns what is called when that has ended. */
  onLogIn: () => () => void;
  /** How long a person may take. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** Whether simse could log in with what mcp.json says, and nobody be asked. */
export function hasUnattendedGrant({
  grant,
  identityProvider,
  clientSecret,
  privateKey,
}: OAuthConfig): boolean {
  if (identityProvider !== undefined) return true;
  if (grant !== undefined) return grant === 'client_credentials';
  return clientSecret !== undefined || privateKey !== undefined;
}

/** What the `WWW-Authenticate` of a refusal says of bearer tokens; empty when it says nothing. */
export function readChallenge({ headers }: Response): Challenge {
  const written = /(?:^|,)\s*bearer\s+(.*)$/is.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const address = parameter(written, 'resource_metadata');
  const scopes = parameter(written, 'scope')
    ?.split(' ')
    .filter((scope) => scope !== '');
  const error = parameter(written, 'error');
  return {
    ...(address !== undefined && URL.canParse(address) ? { resourceMetadataUrl: new URL(address) } : {}),
    ...(scopes === undefined || scopes.length === 0 ? {} : { scopes }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Whether a user name and a password would do, and a token would not. */
export function asksForPassword({ headers }: Response): boolean {
  const schemes = headers.get('www-authenticate') ?? '';
  return /(?:^|,)\s*basic\b/i.test(schemes) && !/(?:^|,)\s*bearer\b/i.test(schemes);
}

function parameter(written: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(written);
  return match?.[1] ?? match?.[2];
}
