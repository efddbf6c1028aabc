import { isRecord } from '../core/json.ts';
import { closest } from '../core/text/closest.ts';
import { OWN_SERVER } from '../core/text/tool-names.ts';
import { checkShape } from './check-shape.ts';
import { type Checked, failed, type JsonPath, type Problem, unexpected } from './config-problem.ts';
import {
  authKeys,
  type McpServerConfig,
  remoteServerSchema,
  stdioServerSchema,
} from './mcp-server-config.ts';
import { detectTransport, type McpTransport, TRANSPORT_ALIASES, TRANSPORTS } from './mcp-transports.ts';

type Entry = Record<string, unknown>;

/** Keys of other hosts that mean exactly what one of ours does, beside those of the transport. */
const FOREIGN_KEYS = [
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
function ownSpelling(entry: Entry): Entry {
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

/** What simse concludes by itself. */
const INNER_KEYS = ['detected'];

export interface McpServerEntry {
  path: JsonPath;
  value: unknown;
  /** Its key in the map form, which is its name there. */
  name?: string;
}

/** One server of mcp.json. Unknown keys are not an error, since other hosts write theirs into the same file. */
export function parseMcpServer(
  entry: McpServerEntry,
): Checked<{ config: McpServerConfig; ignored: Problem[] }> {
  const { path, value } = entry;
  if (!isRecord(value)) {
    return failed(unexpected(value, path, 'an object'));
  }
  const own = ownSpelling(value);
  const chosen = chooseTransport(own, path);
  if (!chosen.ok) return chosen;

  const schema = chosen.value.transport === 'stdio' ? stdioServerSchema : remoteServerSchema;
  const normal = { ...own, ...chosen.value, ...(entry.name === undefined ? {} : { name: entry.name }) };
  const checked = checkShape<McpServerConfig>(schema, normal, (at) => authKeys(authTypeOf(own), at));
  if (!checked.ok)
    return failed(...checked.problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
  if (checked.value.name === OWN_SERVER) return failed(reservedName(entry));
  const known = [...Object.keys(schema.shape), ...FOREIGN_KEYS].filter((key) => !INNER_KEYS.includes(key));
  const ignored = Object.keys(value).filter((key) => !known.includes(key));
  return {
    ok: true,
    value: { config: checked.value, ignored: ignored.map((key) => ignoredKey([...path, key], key, known)) },
  };
}

function reservedName({ path, name }: McpServerEntry): Problem {
  const text = `"${OWN_SERVER}" is the name of simse's own tools; give the server another one`;
  return { path: name === undefined ? [...path, 'name'] : path, text };
}

/** From `transport` or `type`; without either, an entry that has a url and no command says it by its url. */
function chooseTransport(
  value: Record<string, unknown>,
  path: JsonPath,
): Checked<{ transport: McpTransport; detected: boolean }> {
  const key = 'transport' in value ? 'transport' : 'type';
  const written = value[key];
  if (written === undefined) return { ok: true, value: guessTransport(value) };
  const transport = typeof written === 'string' ? TRANSPORT_ALIASES.get(written) : undefined;
  if (transport) return { ok: true, value: { transport, detected: false } };
  const meant = typeof written === 'string' ? closest(written, TRANSPORT_ALIASES.keys()) : null;
  const problem = unexpected(written, [...path, key], TRANSPORTS.map((name) => `"${name}"`).join(', '));
  return failed(meant ? { ...problem, text: `${problem.text}; did you mean "${meant}"?` } : problem);
}

function guessTransport(value: Record<string, unknown>): { transport: McpTransport; detected: boolean } {
  if (!('url' in value) || 'command' in value) return { transport: 'stdio', detected: false };
  // Gemini's way to say that it is this one.
  if ('httpUrl' in value) return { transport: 'http', detected: false };
  return detectTransport(String(value['url']));
}

function authTypeOf({ auth }: Record<string, unknown>): unknown {
  return isRecord(auth) ? auth['type'] : undefined;
}

export function ignoredKey(path: JsonPath, key: string, known: readonly string[]): Problem {
  const meant = closest(key, known);
  return { path, text: meant ? `is ignored; did you mean "${meant}"?` : 'is ignored: simse does not use it' };
}
