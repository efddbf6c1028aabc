import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  checkResourceAllowed,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import type { OAuthMetadata, OAuthProtectedResourceMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { cleanLine } from '../../core/text/clean-text.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { findMetadata } from './find-metadata.ts';
import type { Challenge, OAuthServer } from './log-in-job.ts';
import { isSameIssuer } from './same-issuer.ts';

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
    `wants a login for ${cleanLine(resource)}, which is another server; nobody was logged in`,
  );
}

function chooseServer(named: readonly string[], expected: string | undefined): string | undefined {
  if (expected === undefined || named.length === 0) return expected ?? named[0];
  const found = named.find((one) => isSameIssuer(one, expected));
  if (found !== undefined) return found;
  throw new SimseError(
    'auth_required',
    `wants a login at ${cleanLine(named.join(', '))}, which is not the "issuer" of mcp.json`,
  );
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
    `has the authorization server ${cleanLine(expected)}, which calls itself ${cleanLine(found)}; nobody was logged in`,
  );
}
