import { isRecord } from '../../core/json.ts';

/** What other hosts write of a login, each in its own words, as `auth` of mcp.json; undefined when there is nothing. */
export function oauthIn(value: unknown): unknown {
  if (value === false) return { type: 'none' };
  if (!isRecord(value)) return undefined;
  const first = (...keys: string[]) => keys.map((key) => value[key]).find((found) => found !== undefined);
  const settings = {
    clientId: first('clientId', 'client_id', 'CLIENT_ID'),
    clientSecret: first('clientSecret', 'client_secret', 'CLIENT_SECRET'),
    scopes: scopesIn(first('scopes', 'scope')),
    callbackPort: first('callbackPort', 'callback_port'),
  };
  const isEmpty = Object.values(settings).every((setting) => setting === undefined);
  return isEmpty ? undefined : { type: 'oauth', ...settings };
}

function scopesIn(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((scope) => scope !== '') : value;
}
