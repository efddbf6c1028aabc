import { OAuthError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import * as z from 'zod';
import type { OAuthConfig } from '../../config/server-auth.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { OAuthRefusal } from './oauth-refusal.ts';

const MAX_CHARS = 200;
/** What is shorter is no secret, and would be found in every other word. */
const SHORTEST_SECRET = 6;

/** What the user is told of a login that failed. Its secrets are kept out, even when they are echoed. */
export function toLogInFailure(error: unknown, secrets: readonly (string | undefined)[]): SimseError {
  if (error instanceof SimseError) return error;
  if (error instanceof z.core.$ZodError || error instanceof SyntaxError)
    return new SimseError('protocol', 'has an authorization server whose answer is not understood');
  const said = (text: string): string => withoutSecrets(text, secrets);
  if (error instanceof OAuthRefusal) return refusal(error, said(error.code ?? ''), said(error.message));
  if (error instanceof OAuthError)
    return new SimseError('auth_required', `has a login that refuses simse: ${said(error.message)}`);
  return new SimseError('auth_required', `cannot be logged in to: ${said(messageOf(error))}`);
}

/** What the user has written down that nobody else may read. */
export function secretsOf({
  clientSecret,
  privateKey,
  identityProvider,
}: OAuthConfig): (string | undefined)[] {
  return [clientSecret, privateKey, identityProvider?.clientSecret, identityProvider?.idToken];
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
  return cleanLine(safe).slice(0, MAX_CHARS);
}
