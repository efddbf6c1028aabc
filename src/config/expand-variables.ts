import { SimseError } from '../core/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

// `${NAME}` or `${NAME:-default}`, where the default may hold variables itself. `env:` and `input:` are other hosts' prefixes.
const VARIABLE = /\$\{(?:(env|input):)?([A-Za-z_][A-Za-z0-9_]*)(?::-((?:[^{}]|\$\{[^{}]*\})*))?\}/g;

/**
 * Replaces the variables of a config text. As in a shell, a default also stands for a variable that is set but empty.
 * Throws SimseError('config') that names `where` and the variable, never a value.
 */
export function expandVariables(text: string, env: Environment, where: string): string {
  return text.replace(VARIABLE, (written: string, prefix?: string, name = '', fallback?: string) => {
    if (prefix) {
      throw new SimseError('config', `${where}: ${written} is not known here.`, {
        hint: `Write \${${name}} and set the environment variable ${name}.`,
      });
    }
    const value = env[name];
    if (fallback !== undefined) return value || expandVariables(fallback, env, where);
    if (value !== undefined) return value;
    throw new SimseError('config', `${where}: the environment variable ${name} is not set.`, {
      hint: `Set ${name}, or write a default into the file: \${${name}:-value}.`,
    });
  });
}

type Strings = string | readonly string[] | { readonly [key: string]: Strings } | number | undefined;

/** Config with the variables replaced in each of its strings, however deep. Throws as expandVariables. */
export function expandValues<T extends Strings>(values: T, env: Environment, where: string): T {
  return expand(values, env, where) as T;
}

function expand(value: Strings, env: Environment, where: string): Strings {
  if (typeof value === 'string') return expandVariables(value, env, where);
  if (isList(value)) return value.map((item) => expandVariables(item, env, where));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner, env, where)]));
}

function isList(value: Strings): value is readonly string[] {
  return Array.isArray(value);
}
