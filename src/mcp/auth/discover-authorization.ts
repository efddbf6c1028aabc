import {
  buildDiscoveryUrls,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js';
import {
  type OAuthMetadata,
  OAuthMetadataSchema,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import {
  checkResourceAllowed,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { messageOf, SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { JSON_BODY } from '../protocol/http-names.ts';
import { isSameIssuer } from './credential-store.ts';
import type { Challenge, LogInJob, OAuthServer } from './oauth-server.ts';

/** Lets an authorization server give out a token that renews the login. */
const OFFLINE_ACCESS = 'offline_access';

/** Who gives out the tokens for a server, and what the server wants of them. */
export interface Authorization {
  /** Where its metadata is looked for. */
  url: string;
  issuer: string;
  /** None for servers of before 2025-06, which have their endpoints in fixed places. */
  metadata: OAuthMetadata | undefined;
  /** What the tokens are for (RFC 8707), in the server's own words. */
  resource: string | undefined;
  /** What the server says tokens can be asked for, altogether. */
  scopes: string[] | undefined;
}

/**
 * Finds the authorization server of an MCP server. Rejects with SimseError('protocol') when the server passes itself off
 * as another, or the authorization server does; with ('auth_required') when it is not the one that mcp.json names.
 */
export async function discoverAuthorization(
  server: OAuthServer,
  challenge: Challenge,
  fetchFn: FetchLike,
): Promise<Authorization> {
  const described = await findResource(server, challenge, fetchFn);
  if (described !== undefined) requireOwnResource(server.url, described.resource);
  const named = chooseServer(described?.authorization_servers ?? [], server.settings.issuer);
  // Before 2025-06 the server was its own authorization server.
  const url = named ?? new URL('/', server.url).href;
  const metadata = await findMetadata(url, fetchFn);
  if (named !== undefined && metadata === undefined) throw silentServer(named);
  const issuer = metadata?.issuer ?? url;
  if (named !== undefined && !isSameIssuer(named, issuer)) throw otherIssuer(named, issuer);
  return {
    url,
    issuer,
    metadata,
    resource: described?.resource,
    scopes: described?.scopes_supported,
  };
}

/** The metadata of an authorization server that somebody logged in at before. Rejects as discoverAuthorization. */
export async function rediscover(
  login: { authorizationServer: string; issuer: string },
  fetchFn: FetchLike,
): Promise<OAuthMetadata | undefined> {
  const metadata = await findMetadata(login.authorizationServer, fetchFn);
  const issuer = metadata?.issuer ?? login.authorizationServer;
  if (!isSameIssuer(issuer, login.issuer)) throw otherIssuer(login.issuer, issuer);
  return metadata;
}

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

/** undefined for a server that does not describe itself, as those of before 2025-06. */
async function findResource(
  { url, log }: OAuthServer,
  { resourceMetadataUrl }: Challenge,
  fetchFn: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  try {
    const options = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
    return await discoverOAuthProtectedResourceMetadata(url, options, fetchFn);
  } catch (error) {
    // Ours are refusals, which must hold, or failures of the network.
    if (error instanceof SimseError) throw error;
    log(`has no description of its login: ${cleanLine(messageOf(error))}`);
    return undefined;
  }
}

/** A token for another server must not be asked for, and ours must not be good elsewhere. */
function requireOwnResource(server: URL, resource: string): void {
  const isOwn =
    URL.canParse(resource) &&
    checkResourceAllowed({
      requestedResource: resourceUrlFromServerUrl(server),
      configuredResource: resource,
    });
  if (isOwn) return;
  throw new SimseError(
    'protocol',
    `asks for a login for ${cleanLine(resource)}, which is another server; the login was stopped`,
  );
}

function chooseServer(named: readonly string[], expected: string | undefined): string | undefined {
  if (expected === undefined || named.length === 0) return expected ?? named[0];
  const found = named.find((one) => isSameIssuer(one, expected));
  if (found !== undefined) return found;
  throw new SimseError(
    'auth_required',
    `asks for a login at ${cleanLine(named.join(', '))}, which is not the "issuer" of mcp.json`,
  );
}

/**
 * What an authorization server says of itself (RFC 8414, OpenID Connect Discovery), from the first of the usual places that
 * has it. The SDK's own way to find it forgets the fields of the one in a document of the other.
 */
async function findMetadata(server: string, fetchFn: FetchLike): Promise<OAuthMetadata | undefined> {
  for (const { url } of buildDiscoveryUrls(server)) {
    const response = await fetchFn(url, { headers: { accept: JSON_BODY } });
    if (response.status >= 500) {
      throw new SimseError(
        'mcp_failed',
        `has an authorization server that answered with status ${response.status}`,
      );
    }
    if (!response.ok) continue;
    const metadata = OAuthMetadataSchema.safeParse(await readJson(response));
    if (metadata.success) return metadata.data;
  }
  return undefined;
}

/** undefined for the page that some servers answer everything with. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function silentServer(url: string): SimseError {
  return new SimseError(
    'protocol',
    `has the authorization server ${cleanLine(url)}, which does not say how to log in there`,
  );
}

function otherIssuer(expected: string, found: string): SimseError {
  return new SimseError(
    'protocol',
    `has the authorization server ${cleanLine(expected)}, which calls itself ${cleanLine(found)}; the login was stopped`,
  );
}
