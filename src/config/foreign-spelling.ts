import { isRecord } from '../core/json.ts';

type Entry = Record<string, unknown>;

/** Keys of other hosts that mean exactly what one of ours does, beside those of the transport. */
export const FOREIGN_KEYS = [
  'type',
  'disabled',
  'serverUrl',
  'httpUrl',
  'http_headers',
  'env_http_headers',
  'bearer_token_env_var',
  'oauth',
];

/** Keys of an `oauth` object that are ours as well. */
const OAUTH_KEYS = ['clientId', 'clientSecret', 'scopes', 'callbackPort'];

/** An entry with what other hosts write said in simse's own words. Own words that are there come first. */
export function ownSpelling(entry: Entry): Entry {
  const url = entry['url'] ?? entry['serverUrl'] ?? entry['httpUrl'];
  const auth = ownAuth(entry);
  const headers = ownHeaders(entry);
  return {
    ...entry,
    ...(url === undefined ? {} : { url }),
    ...(auth === undefined ? {} : { auth }),
    ...(headers === undefined ? {} : { headers }),
    ...(entry['disabled'] === true ? { enabled: false } : {}),
  };
}

function ownAuth({ auth, oauth, bearer_token_env_var: tokenVariable }: Entry): unknown {
  if (typeof auth === 'string') return { type: auth };
  if (auth !== undefined) return auth;
  if (typeof tokenVariable === 'string') return { type: 'bearer', token: `\${${tokenVariable}}` };
  if (oauth === false) return { type: 'none' };
  if (!isRecord(oauth)) return undefined;
  return {
    type: 'oauth',
    ...Object.fromEntries(Object.entries(oauth).filter(([key]) => OAUTH_KEYS.includes(key))),
  };
}

/** Codex has headers by value and headers by the name of a variable. */
function ownHeaders({ headers, http_headers: byValue, env_http_headers: byVariable }: Entry): unknown {
  if (headers !== undefined || (!isRecord(byValue) && !isRecord(byVariable))) return headers;
  const variables = Object.entries(isRecord(byVariable) ? byVariable : {}).map(([name, variable]) => [
    name,
    `\${${String(variable)}}`,
  ]);
  return { ...(isRecord(byValue) ? byValue : {}), ...Object.fromEntries(variables) };
}
