import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import * as z from 'zod';
import type { OAuthConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { cleanLine } from '../../core/text/clean-text.ts';

/** Errors that say nothing of who asked. */
const PASSING = new Set(['server_error', 'temporarily_unavailable', 'slow_down']);
const TOO_MANY_REQUESTS = 429;
const MAX_SAID_CHARS = 200;
/** What is shorter is no secret, and would be found in every other word. */
const SHORTEST_SECRET = 6;

/** What the user is told of a login that failed. Its secrets are kept out, even when they are echoed. */
export function toLogInFailure(error: unknown, secrets: readonly (string | undefined)[]): SimseError {
  if (error instanceof SimseError) return error;
  if (error instanceof z.core.$ZodError || error instanceof SyntaxError)
    return new SimseError('protocol', 'has an authorization server whose answer could not be read');
  const said = (text: string): string => withoutSecrets(text, secrets);
  if (error instanceof OAuthRefusal) return refusal(error, said(error.code ?? ''), said(error.message));
  if (error instanceof OAuthError)
    return new SimseError('auth_required', `rejected the login: ${said(error.message)}`);
  return new SimseError('auth_required', `cannot be logged in to: ${said(messageOf(error))}`);
}

function refusal(
  { code, status, isPassing }: OAuthRefusal,
  shownCode: string,
  description: string,
): SimseError {
  if (code === null)
    return new SimseError('mcp_failed', `has an authorization server that answered with status ${status}`);
  const why = description === '' ? shownCode : `${shownCode}: ${description}`;
  return new SimseError(
    isPassing ? 'mcp_failed' : 'auth_required',
    `has an authorization server that refused the login: ${why}`,
  );
}

function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET);
  const safe = known.reduce<string>((said, secret) => said.replaceAll(secret ?? '', '…'), text);
  return cleanLine(safe).slice(0, MAX_SAID_CHARS);
}

/** What the user has written down that nobody else may read. */
export function secretsOf({
  clientSecret,
  privateKey,
  identityProvider,
}: OAuthConfig): (string | undefined)[] {
  return [clientSecret, privateKey, identityProvider?.clientSecret, identityProvider?.idToken];
}

/** An authorization server's no, as it said it: the words may be anything. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal';
  /** As `invalid_grant`; null for an answer that is no OAuth. */
  readonly code: string | null;
  readonly status: number;

  constructor(code: string | null, description: string, status: number) {
    super(description);
    this.code = code;
    this.status = status;
  }

  /** Whether it is trouble of the server's own, so that the same request may do later. */
  get isPassing(): boolean {
    return (
      this.code === null || PASSING.has(this.code) || this.status >= 500 || this.status === TOO_MANY_REQUESTS
    );
  }
}

/** The refusal that an answer other than success stands for. */
export async function readOAuthRefusal(response: Response): Promise<OAuthRefusal> {
  const body = parseOrNull(await response.text());
  const { error, error_description: description } = isRecord(body) ? body : {};
  return new OAuthRefusal(
    typeof error === 'string' ? error : null,
    typeof description === 'string' ? description : '',
    response.status,
  );
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // A page of whatever stands before the authorization server.
  }
}
