import { isSecret, replaceSecret } from './secret-values.ts';

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
export type ReplaceSecret = (secret: Secret) => string;

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
