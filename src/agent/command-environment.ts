import { KEY_VARIABLES } from '../core/model-providers.ts';
import { wholeEnvironment } from '../platform/child-env.ts';
import type { ModelSettings } from './model/model-settings.ts';

/** The user's environment for what a model has run: all of it but what holds a model's key. */
export function commandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { providers = [] }: ModelSettings,
): Record<string, string> {
  const headers = providers.flatMap((provider) => Object.values(provider.headers ?? {}));
  const names = new Set([...KEY_VARIABLES, ...providers.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? [])]);
  const isSecret = ([name, value]: [string, string]): boolean =>
    names.has(name) || (value !== '' && headers.includes(value));
  return Object.fromEntries(Object.entries(wholeEnvironment(env, {})).filter((entry) => !isSecret(entry)));
}
