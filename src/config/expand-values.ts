import { type Environment, expandVariables } from './expand-variables.ts';

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
