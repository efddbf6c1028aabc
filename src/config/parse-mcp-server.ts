import { closest } from '../core/closest.ts';
import { isRecord } from '../core/json.ts';
import { checkShape } from './check-shape.ts';
import type { Checked, JsonPath, Problem } from './config-problem.ts';
import { describeValue } from './describe-value.ts';
import {
  type McpServerConfig,
  type McpTransport,
  remoteServerSchema,
  stdioServerSchema,
  TRANSPORT_ALIASES,
  TRANSPORTS,
} from './mcp-server-config.ts';

/** What other hosts write for `transport` and `enabled: false`. */
const FOREIGN_KEYS = ['type', 'disabled'];

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
    return failed({ path, text: `expected an object, found ${describeValue(value, path)}` });
  }
  const transport = chooseTransport(value, path);
  if (!transport.ok) return transport;

  const schema = transport.value === 'stdio' ? stdioServerSchema : remoteServerSchema;
  const normal = {
    ...value,
    transport: transport.value,
    ...(entry.name === undefined ? {} : { name: entry.name }),
    ...(value['disabled'] === true ? { enabled: false } : {}),
  };
  const checked = checkShape<McpServerConfig>(schema, normal, () => []);
  if (!checked.ok)
    return failed(...checked.problems.map((problem) => ({ ...problem, path: [...path, ...problem.path] })));
  const known = [...Object.keys(schema.shape), ...FOREIGN_KEYS];
  const ignored = Object.keys(value).filter((key) => !known.includes(key));
  return {
    ok: true,
    value: { config: checked.value, ignored: ignored.map((key) => ignoredKey([...path, key], key, known)) },
  };
}

/** From `transport` or `type`; without either, an entry that has a url and no command is an http server. */
function chooseTransport(value: Record<string, unknown>, path: JsonPath): Checked<McpTransport> {
  const key = 'transport' in value ? 'transport' : 'type';
  const written = value[key];
  if (written === undefined)
    return { ok: true, value: 'url' in value && !('command' in value) ? 'http' : 'stdio' };
  const transport = typeof written === 'string' ? TRANSPORT_ALIASES.get(written) : undefined;
  if (transport) return { ok: true, value: transport };
  const meant = typeof written === 'string' ? closest(written, TRANSPORT_ALIASES.keys()) : null;
  const found = describeValue(written, [...path, key]);
  const text = `expected ${TRANSPORTS.map((name) => `"${name}"`).join(', ')}, found ${found}`;
  return failed({ path: [...path, key], text: meant ? `${text}; did you mean "${meant}"?` : text });
}

export function ignoredKey(path: JsonPath, key: string, known: readonly string[]): Problem {
  const meant = closest(key, known);
  return { path, text: meant ? `is ignored; did you mean "${meant}"?` : 'is ignored: it means nothing here' };
}

function failed(...problems: Problem[]): Checked<never> {
  return { ok: false, problems };
}
