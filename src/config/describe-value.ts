import type { JsonPath } from './config-problem.ts';

const SHOWN_CHARS = 40;

/** Parts of a config that may hold secrets: messages name the type of their values only. */
const SECRET_KEYS: ReadonlySet<string | number> = new Set([
  'args',
  'env',
  'headers',
  'headersHelper',
  'url',
  'baseUrl',
  'apiKeyEnv',
  'username',
  'password',
  'token',
  'clientSecret',
  'privateKey',
  'idToken',
]);

/** The value at a path as a short phrase that gives no secret away. */
export function describeValue(value: unknown, path: JsonPath): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (path.some((key) => SECRET_KEYS.has(key))) return `a ${typeof value}`;
  const written = JSON.stringify(value);
  return written.length > SHOWN_CHARS ? `${written.slice(0, SHOWN_CHARS)}…` : written;
}
