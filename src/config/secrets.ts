import { quoteCommandLine } from '../platform/command-line.ts';
import type { McpServerConfig } from './mcp-server-config.ts';

/** Last words of names that hold secrets, as in `GITHUB_TOKEN` and `X-Api-Key`. */
const SECRET_WORDS = new Set(
  `apikey auth authorization bearer cookie credential credentials jwt key pass passphrase passwd password pat pwd secret
  secrets token tokens`.split(/\s+/),
);

/** How tokens of well-known services begin, whatever they are called. */
const SECRET_SHAPES = [
  /^(?:sk|pk|rk)[-_][\w-]{14,}/,
  /^(?:gh[opsur]|glpat|github_pat|xox[abeprs]|npm|hf|figd|ntn|lin_api|shpat|dop_v1|r8|tvly)[-_]\w{8,}/,
  /^(?:AKIA|ASIA)[A-Z\d]{12,}$/,
  /^AIza[\w-]{30,}$/,
  /^eyJ[\w-]{8,}\.[\w-]{8,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** The same within a text, and what a text says of passwords and of credentials that are sent. */
export const SECRETS_IN_TEXT: readonly { pattern: RegExp; replacement: string }[] = [
  { pattern: /\b(?:sk|pk|rk)[-_][\w-]{14,}/g, replacement: '***' },
  {
    pattern:
      /\b(?:gh[opsur]|glpat|github_pat|xox[abeprs]|npm|hf|figd|ntn|lin_api|shpat|dop_v1|r8|tvly)[-_](?=\w*\d)[\w-]{16,}/g,
    replacement: '***',
  },
  { pattern: /\b(?:AKIA|ASIA)[A-Z\d]{12,}\b/g, replacement: '***' },
  { pattern: /\bAIza[\w-]{30,}/g, replacement: '***' },
  { pattern: /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g, replacement: '***' },
  { pattern: /\b(basic|bearer)\s+[\w.~+/=-]{8,}/gi, replacement: '$1 ***' },
  { pattern: /(:\/\/[^/?#@:\s]*:)[^/?#@\s]+(?=@)/g, replacement: '$1***' },
];

/** What stands before the secret in an `Authorization` header. */
const SCHEME = /^(?:basic|bearer|token|apikey)\s+/i;
const VARIABLE = /\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g;
/** Values that are no secret whatever they are called: numbers, switches, paths and addresses. */
const PLAIN_VALUE =
  /^(?:\d+|true|false|yes|no|on|off|none|null|[.~]{0,2}[\\/].*|[A-Za-z]:\\.*|https?:\/\/[^@?]*)$/i;

/** Whether what is written under a name is probably a secret as it is, not a variable that stands for one. */
export function isSecret(name: string, value: string): boolean {
  const written = secretPart(value).replaceAll(VARIABLE, '').trim();
  if (written === '' || written.length < 4) return false;
  if (SECRET_SHAPES.some((shape) => shape.test(written))) return true;
  return SECRET_WORDS.has(lastWord(name)) && !PLAIN_VALUE.test(written);
}

/** A value with the secret in it changed; an authorization scheme in front of it stays. */
function replaceSecret(value: string, replacement: string): string {
  return `${SCHEME.exec(value)?.[0] ?? ''}${replacement}`;
}

/** What is secret of a value: not the scheme in front of it. */
export function secretPart(value: string): string {
  return value.replace(SCHEME, '');
}

/** `GITHUB_TOKEN`, `--github-token` and `githubToken` as `token`. */
function lastWord(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z\d]+/);
  return (words.findLast((word) => word !== '') ?? '').toLowerCase();
}

/** The parts of a server's entry that may hold secrets. */
export interface SecretHolder {
  args?: string[];
  env?: Record<string, string>;
  url?: string;
  headers?: Record<string, string>;
  auth?: object;
}

export interface Secret {
  in: 'args' | 'env' | 'url' | 'headers' | 'auth';
  /** Of the variable, header, option or query parameter. */
  name: string;
  value: string;
}

/** Gives what is to stand in a secret's place. */
type ReplaceSecret = (secret: Secret) => string;

/** The entry with something else for each value that looks like a secret. */
export function mapSecrets<T extends SecretHolder>(entry: T, replace: ReplaceSecret): T {
  const { args, env, url, headers, auth } = entry;
  return {
    ...entry,
    ...(args === undefined ? {} : { args: mapArgs(args, replace) }),
    ...(env === undefined ? {} : { env: mapValues(env, 'env', replace) }),
    ...(url === undefined ? {} : { url: mapUrl(url, replace) }),
    ...(headers === undefined ? {} : { headers: mapValues(headers, 'headers', replace) }),
    ...(auth === undefined ? {} : { auth: mapValues(auth, 'auth', replace) }),
  };
}

/** The secrets that an entry holds as they are. */
export function findSecrets(entry: SecretHolder): Secret[] {
  const found: Secret[] = [];
  mapSecrets(entry, (secret) => {
    found.push(secret);
    return secret.value;
  });
  return found;
}

/** The entry as it may be shown. */
export function hideSecrets<T extends SecretHolder>(entry: T): T {
  return mapSecrets(entry, () => '***');
}

function mapValues<T extends object>(
  values: T,
  place: 'env' | 'headers' | 'auth',
  replace: ReplaceSecret,
): T {
  const mapped = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? mapValue({ in: place, name, value }, replace) : value,
  ]);
  return Object.fromEntries(mapped) as T;
}

function mapValue(secret: Secret, replace: ReplaceSecret): string {
  return isSecret(secret.name, secret.value) ? replaceSecret(secret.value, replace(secret)) : secret.value;
}

/** `--name=value`, `--name value` and the `Name: value` of a header option. */
function mapArgs(args: readonly string[], replace: ReplaceSecret): string[] {
  return args.map((arg, index) => {
    const joined = /^(--?[\w-]+=|[A-Za-z][\w-]*:\s*)(.+)$/s.exec(arg);
    if (joined !== null && !/^[A-Za-z]+:\/\//.test(arg)) {
      const [, head = '', value = ''] = joined;
      return head + mapValue({ in: 'args', name: head.replace(/[^\w-]/g, ''), value }, replace);
    }
    if (/^[A-Za-z]+:\/\//.test(arg)) return mapUrl(arg, replace, 'args');
    const option = args[index - 1] ?? '';
    const name = /^--?[A-Za-z][\w-]*$/.test(option) && !arg.startsWith('-') ? option : '';
    return mapValue({ in: 'args', name, value: arg }, replace);
  });
}

/** The password of an address, and its query parameters. */
function mapUrl(url: string, replace: ReplaceSecret, place: 'args' | 'url' = 'url'): string {
  return url
    .replace(/(:\/\/[^/?#@:]*:)([^/?#@]+)(?=@)/, (_match, head: string, value: string) => {
      return head + mapValue({ in: place, name: 'password', value }, replace);
    })
    .replace(/([?&])([^=&#]+)=([^&#]+)/g, (_match, mark: string, name: string, value: string) => {
      return `${mark}${name}=${mapValue({ in: place, name, value }, replace)}`;
    });
}

/**
 * What of a server is started or reached, for people: its command line or its address, variables as they are written, secrets
 * hidden.
 */
export function serverTarget(config: McpServerConfig): string {
  const shown = hideSecrets(config);
  return shown.transport === 'stdio' ? quoteCommandLine([shown.command, ...shown.args]) : shown.url;
}
