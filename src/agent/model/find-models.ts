import { totalmem } from 'node:os';
import { messageOf } from '../../core/errors.ts';
import {
  completeAddress,
  isSameOrigin,
  KNOWN_PROVIDERS,
  ONE_OFF_KEY,
  parseProviderAddress,
} from '../../core/model-providers.ts';
import { countOf } from '../../core/text/quantities.ts';
import { askLocalServer, findLocalProviders, localAddresses } from './find-local-providers.ts';
import { describeModel, KNOWN_IDS } from './known-models.ts';
import { listProviderModels } from './list-provider-models.ts';
import type { ModelInfo } from './model.ts';
import type { ModelCache } from './model-cache.ts';
import { orderModels } from './order-models.ts';
import type { ConfiguredProvider, ListedModel, ModelSettings, Provider } from './provider.ts';

/** How long providers may take to say what they have; all are asked at once. */
const LIST_MS = 1900;
/** Of the memory, what a model may fill beside everything else. */
const MODEL_SHARE = 0.75;

interface FindModelsOptions {
  env: Readonly<Record<string, string | undefined>>;
  settings: ModelSettings;
  /** null asks everybody anew. */
  cache: ModelCache | null;
  signal: AbortSignal;
  /** Takes a list that is refreshed in the background. */
  inBackground(work: Promise<unknown>): void;
}

/** What came of asking one provider for its models. */
export interface ProviderFinding {
  provider: Provider;
  /** The first is the one to begin with. */
  models: readonly ModelInfo[];
  /** Why it could not be asked: then the models are those that it is known to have. */
  problem: string | null;
}

interface Listing {
  provider: Provider;
  models: readonly ListedModel[];
  problem: string | null;
}

/**
 * All providers that can be used, each with its models: those that the user named or has a key for, then those that run on
 * this machine. Takes at most two seconds. Throws SimseError('usage') for an invalid --provider.
 */
export async function findModels(options: FindModelsOptions): Promise<ProviderFinding[]> {
  const { env, settings, signal } = options;
  const named = findProviders(env, settings);
  const addresses = settings.oneOff === undefined ? localAddresses(env) : null;
  const [listings, locals] = await Promise.all([
    Promise.all(named.map(async (provider) => listingOf(provider, options))),
    addresses === null ? [] : findLocalProviders(addresses, signal),
  ]);
  const memory = totalmem() * MODEL_SHARE;
  return [...listings, ...locals.map((local) => ({ ...local, problem: null }))].map(
    ({ provider, models, problem }) => ({
      provider,
      models: orderModels(provider, models, memory).map((model) => describeModel(provider, model)),
      problem,
    }),
  );
}

async function listingOf(provider: Provider, options: FindModelsOptions): Promise<Listing> {
  const { cache, settings, inBackground } = options;
  if (provider.models.length > 0) return { provider, models: provider.models, problem: null };
  const isOwn = isOwnServer(provider);
  const kept = isOwn ? null : ((await cache?.read(provider)) ?? null);
  if (kept !== null && !kept.isFresh) inBackground(askAnew(provider, options).catch(() => {}));
  if (kept !== null) return { provider, models: kept.models, problem: null };
  try {
    const [local, listed] = await Promise.allSettled([
      isOwn && provider.baseUrl.startsWith('http:') ? askLocalServer(provider.baseUrl, options.signal) : null,
      askAnew(provider, options),
    ]);
    if (local.status === 'fulfilled' && local.value !== null)
      return { provider: { ...provider, isLocal: true }, models: local.value, problem: null };
    if (listed.status === 'rejected') throw listed.reason;
    return { provider, models: listed.value, problem: null };
  } catch (error) {
    const ids = settings.oneOff === undefined ? knownIds(provider) : [settings.wanted ?? []].flat();
    return { provider, models: ids.map((id) => ({ id })), problem: messageOf(error) };
  }
}

/** One of the user's own, which serves today what it did not yesterday. It has no certificate, or is named for this once. */
function isOwnServer({ kind, baseUrl, from }: Provider): boolean {
  return (
    kind === 'openai' && (from === '--provider' || (from === 'config.json' && baseUrl.startsWith('http:')))
  );
}

async function askAnew(provider: Provider, { cache, signal }: FindModelsOptions): Promise<ListedModel[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  const models = await listProviderModels(provider, limit);
  if (!isOwnServer(provider)) await cache?.write(provider, models);
  return models;
}

/** Only for a vendor at its own address: servers that imitate it have other models. */
function knownIds({ name, from }: Provider): readonly string[] {
  return from === 'config.json' ? [] : (KNOWN_IDS[name] ?? []);
}

/** What was found at one provider, and how it was found, in a line without keys. */
export function describeFinding({ provider, models, problem }: ProviderFinding): string {
  const { baseUrl, from } = provider;
  if (problem !== null) return `${baseUrl}: ${problem}; found by ${from}`;
  const [first] = models;
  const count = countOf(models.length, 'model');
  return `${count} at ${baseUrl}${first === undefined ? '' : `, first ${first.id}`}; found by ${from}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The providers that the user named or the environment has a key for; those of config.json first, one of them in the place
 * of a known one of its name. --provider is the only one. Throws SimseError('usage') for an invalid --provider.
 */
function findProviders(env: Environment, settings: ModelSettings): Provider[] {
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
