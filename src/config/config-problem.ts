import { SimseError } from '../core/errors.ts';

const SHOWN_PROBLEMS = 5;

export type JsonPath = readonly (string | number)[];

export interface Problem {
  /** Where in the JSON; empty for the file as a whole. */
  path: JsonPath;
  /** What was expected and what was found, without the path. */
  text: string;
  /** Counted from 1. */
  place?: { line: number; column: number };
}

/** What came of looking at something from outside: its value, or everything that is wrong with it. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

export function failed(...problems: Problem[]): Checked<never> {
  return { ok: false, problems };
}

/** What was found in the place of something else. */
export function unexpected(value: unknown, path: JsonPath, expected: string): Problem {
  return { path, text: `expected ${expected}, found ${describeValue(value, path)}` };
}

/** The one error for everything that is wrong with a config file; it shows the first five problems. */
export function configError(file: string, problems: readonly Problem[], hint: string): SimseError {
  const [first] = problems;
  const hidden = problems.length - SHOWN_PROBLEMS;
  const lines = [
    `${file} has ${problems.length} problems:`,
    ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${sentence(problem, '')}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ];
  const message = first && problems.length === 1 ? sentence(first, file) : lines.join('\n');
  return new SimseError('config', message, { hint });
}

function sentence({ path, text, place }: Problem, file: string): string {
  const position = place ? `${place.line}:${place.column}` : '';
  const head = [file, position].filter(Boolean).join(':');
  return [head, formatPath(path), text].filter(Boolean).join(file ? ': ' : '  ');
}

/** A path as it would be written in JavaScript: `servers[0].env["MY-VAR"]`. */
export function formatPath(path: JsonPath): string {
  return path.reduce<string>((written, key) => {
    if (typeof key === 'number') return `${written}[${key}]`;
    if (!/^[\w$-]+$/.test(key)) return `${written}[${JSON.stringify(key)}]`;
    return written ? `${written}.${key}` : key;
  }, '');
}

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
function describeValue(value: unknown, path: JsonPath): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  if (path.some((key) => SECRET_KEYS.has(key))) return `a ${typeof value}`;
  const written = JSON.stringify(value);
  return written.length > SHOWN_CHARS ? `${written.slice(0, SHOWN_CHARS)}…` : written;
}

/** A problem for every name that an earlier entry of the same file already has. */
export function repeatedNames(entries: readonly { name: string; path: JsonPath }[]): Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name, path }) => {
    if (seen.has(name)) return [{ path, text: `"${name}" is already the name of an earlier entry` }];
    seen.add(name);
    return [];
  });
}
