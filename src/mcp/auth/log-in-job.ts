import type { OAuthConfig } from '../../config/server-auth.ts';
import type { McpClientServices } from '../../core/ports/mcp-host.ts';
import type { CredentialStore } from './credential-store.ts';

export type ShowLogIn = NonNullable<McpClientServices['showLogIn']>;

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
