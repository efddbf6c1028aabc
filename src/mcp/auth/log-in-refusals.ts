import { SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';

/** For when nobody can be asked to log in. */
export function needsLogIn(server: string): SimseError {
  return new SimseError('auth_required', 'needs a login', { hint: `Run \`simse mcp login ${server}\`.` });
}

/** Another login would be refused just the same. */
export function freshLogInRefused(): SimseError {
  return new SimseError('auth_required', 'rejects the login it was just given');
}

/** The login does not bring what the request needs. */
export function scopeRefused(server: string, scopes: readonly string[], isPinned: boolean): SimseError {
  const which =
    scopes.length === 0 ? 'a scope that it does not name' : `the scope ${cleanLine(scopes.join(' '))}`;
  return new SimseError('auth_required', `needs ${which}, which the login did not bring`, {
    hint: isPinned
      ? `"scopes" in "auth" of ${server} in mcp.json are all that simse asks for.`
      : `Log in as a user who may: \`simse mcp login ${server}\`.`,
  });
}

export function passwordWanted(server: string): SimseError {
  return new SimseError('auth_required', 'requires a user name and a password', {
    hint: `Set "auth" of ${server} in mcp.json: {"type": "basic", "username": "…", "password": "\${…}"}.`,
  });
}

/** For logins at servers that show who the user is in another way. */
export function hasNoLogIn(): SimseError {
  return new SimseError('usage', 'has no login: its credentials are in mcp.json', {
    hint: 'You can only log in to servers without "auth", or with {"type": "oauth"}.',
  });
}
