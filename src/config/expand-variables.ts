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
