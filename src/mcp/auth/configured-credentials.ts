import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import { type Credentials, isHeaderValue, type ProofHeaders } from './credentials.ts';
import { passwordWanted } from './log-in-refusals.ts';
import { asksForPassword } from './oauth-server.ts';

type ServerEntry = Pick<RemoteServerConfig, 'name' | 'auth' | 'headers' | 'headersHelper'>;

/**
 * What mcp.json itself gives to show: a user and a password, a token, or nothing but its headers. Throws SimseError('config')
 * for a token that cannot be sent.
 */
export function configuredCredentials(server: ServerEntry): Credentials {
  const proof = configuredProof(server);
  return {
    headers: () => Promise.resolve(proof),
    async renew({ response }) {
      if (response.status === 401) throw refused(server, response);
      return false;
    },
  };
}

/** The header that `auth` of mcp.json stands for, if any. Throws as configuredCredentials. */
export function configuredProof({ auth }: Pick<ServerEntry, 'auth'>): ProofHeaders {
  if (auth?.type === 'bearer') {
    // Files that hold a token mostly end with a line break.
    const token = auth.token.trim();
    if (!isHeaderValue(token)) throw new SimseError('config', 'has a "token" in "auth" that cannot be sent');
    return { authorization: `Bearer ${token}` };
  }
  if (auth?.type !== 'basic') return {};
  const pair = Buffer.from(`${auth.username}:${auth.password}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}

function refused({ name, auth, headers, headersHelper }: ServerEntry, answer: Response): SimseError {
  const hasShown = auth?.type === 'basic' || auth?.type === 'bearer' || headersHelper !== undefined;
  if (hasShown || Object.keys(headers).length > 0) {
    const what = headersHelper === undefined ? 'of mcp.json' : 'of its headersHelper';
    return new SimseError('auth_required', `rejects the credentials ${what}`, {
      hint: `Check "auth", "headers" and "headersHelper" of ${name} in mcp.json.`,
    });
  }
  if (asksForPassword(answer)) return passwordWanted(name);
  return new SimseError('auth_required', 'requires a login', { hint: `Set "auth" of ${name} in mcp.json.` });
}
