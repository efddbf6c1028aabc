import {
  KNOWN_PROVIDERS,
  ONE_OFF_KEY,
  completeAddress,
  isSameOrigin,
  parseProviderAddress,
} from '../../core/model-providers.ts';
import type { ConfiguredProvider, ModelSettings } from './model-settings.ts';
import type { Provider } from './provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The providers that the user named or the environment has a key for; those of config.json first, one of them in the place
 * of a known one of its name. --provider is the only one. Throws SimseError('usage') for a --provider that is none.
 */
export function findProviders(env: Environment, settings: ModelSettings): Provider[] {
  if (settings.oneOff !== undefined) return [oneOffProvider(settings.oneOff, env)];
  const configured = (settings.providers ?? []).map((provider) => configuredProvider(provider, env));
  const names = new Set(configured.map(({ name }) => name));
  return [...configured, ...knownProviders(env).filter(({ name }) => !names.has(name))];
}

function knownProviders(env: Environment): Provider[] {
  return KNOWN_PROVIDERS.flatMap(({ name, kind, baseUrl, keys, address }) => {
    const variable = keys.find((key) => env[key]);
    if (variable === undefined) return [];
    const given = (address === undefined ? undefined : env[address]) || undefined;
    // Another server at OpenAI's name is one that imitates it, and hardly one imitates its responses.
    const spoken = given !== undefined && kind === 'openai-responses' ? 'openai' : kind;
    const url = completeAddress(given ?? baseUrl, spoken);
    return [provider({ name, kind: spoken, baseUrl: url, from: variable }, variable, env)];
  });
}

function configuredProvider(
  { name, kind, baseUrl, apiKeyEnv, headers = {}, models = [] }: ConfiguredProvider,
  env: Environment,
): Provider {
  const named = { name, kind, baseUrl: completeAddress(baseUrl, kind), from: 'config.json' };
  return { ...provider(named, apiKeyEnv ?? null, env), headers, models };
}

/** A known provider's own key goes to its own address; anything else gets the key that is meant for it and no other. */
function oneOffProvider(text: string, env: Environment): Provider {
  const { kind, baseUrl } = parseProviderAddress(text);
  const known = KNOWN_PROVIDERS.find((candidate) => isSameOrigin(candidate.baseUrl, baseUrl));
  const variable = [ONE_OFF_KEY, ...(known?.keys ?? [])].find((key) => env[key]) ?? ONE_OFF_KEY;
  const name = known?.name ?? new URL(baseUrl).hostname.replace(/[^A-Za-z0-9._-]/g, '');
  return provider({ name, kind, baseUrl, from: '--provider' }, variable, env);
}

function provider(
  named: Pick<Provider, 'name' | 'kind' | 'baseUrl' | 'from'>,
  keyVariable: string | null,
  env: Environment,
): Provider {
  const apiKey = (keyVariable === null ? undefined : env[keyVariable]) || null;
  return { ...named, apiKey, keyVariable, headers: {}, isLocal: false, models: [] };
}
